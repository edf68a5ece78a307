import Trellis

/// The blueprint of the session of a connection.
enum IssuesSession {
    /// Declares a session.
    ///
    /// - Parameter session: The blueprint of the session.
    static func assemble(_ session: inout Blueprint) {
        session.provide({ () in NavigationStack<Place>() })
        session.scene(AccountModel.self, IssuesScenes.self, assemble(view:))
        session.provide(SessionAccount.init(accounts:views:stack:))
        session.provide(IssuesCoordinator.init(accounts:logins:account:stack:))
        session.serve(IssuesInterface.init(coordinator:account:stack:clock:))
    }

    /// Declares the scenes of the session for one account, with their environments and actions.
    private static func assemble(view: inout Blueprint) {
        view.provide(PlaceActions.init(coordinator:))
        view.scene(ReposRequest.self, ReposModel.self) { repos in
            repos.provide(ReposEnvironment.init(account:))
            repos.provide(ReposModel.init(request:environment:actions:))
        }
        view.scene(IssueQuery.self, IssuesModel.self) { issues in
            issues.provide(IssuesEnvironment.init(account:))
            issues.provide(IssuesModel.init(query:environment:actions:))
        }
        view.scene(IssueRequest.self, IssueModel.self) { issue in
            issue.provide(IssueEnvironment.init(account:))
            issue.provide(IssueModel.init(request:environment:actions:))
        }
        view.scene(IssueDraft.self, NewIssueModel.self) { newIssue in
            newIssue.provide(NewIssueEnvironment.init(account:))
            newIssue.provide(NewIssueActions.init(coordinator:))
            newIssue.provide(NewIssueModel.init(draft:environment:actions:newIssueActions:))
        }
        view.scene(OptionSelectRequest.self, OptionSelectModel.self) { optionSelect in
            optionSelect.provide(OptionSelectEnvironment.init(account:))
            optionSelect.provide(OptionSelectModel.init(request:environment:))
        }
        view.provide(IssuesScenes.init(repos:issues:issue:newIssue:optionSelect:))
    }
}
