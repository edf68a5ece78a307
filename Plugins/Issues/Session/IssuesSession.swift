import Trellis

/// The blueprint of the session of a connection.
enum IssuesSession {
    /// Declares a session.
    ///
    /// The session is isolated: of the plugin, it sees only its inputs. Each scene is isolated, too: it sees only its
    /// arguments, its environment and its actions.
    ///
    /// - Parameter session: The blueprint of the session.
    static func assemble(_ session: inout Blueprint) {
        session.inputs((any CurrentAccount).self, Scene<Void, LoginModel>.self, WallClock.self)
        session.provide({ () in NavigationStack<Place>() })
        session.scene(AccountModel.self, IssuesScenes.self, assemble(view:))
        session.provide(SessionAccount.init(current:views:stack:))
        // The session runs its commands as the current account, and the current account notifies the session of a change.
        session.afterCreation { (current: any CurrentAccount, session: SessionAccount) async in
            await current.add(session)
        }
        session.provide(IssuesCoordinator.init(current:logins:account:stack:))
        session.provide(CurrentPlace.init(account:stack:))
        session.serve(IssuesInterface.init(coordinator:current:stack:clock:))
    }

    /// Declares the scenes of the session for one account, with their environments and actions.
    private static func assemble(view: inout Blueprint) {
        view.inputs(Live<IssuesCoordinator>.self)
        view.provide(PlaceActions.init(coordinator:))
        view.provide(ReposEnvironment.init(account:))
        view.scene(ReposRequest.self, ReposModel.self) { repos in
            repos.inputs(ReposEnvironment.self, PlaceActions.self)
            repos.provide(ReposModel.init(request:environment:actions:))
        }
        view.provide(IssuesEnvironment.init(account:))
        view.scene(IssueQuery.self, IssuesModel.self) { issues in
            issues.inputs(IssuesEnvironment.self, PlaceActions.self)
            issues.provide(IssuesModel.init(query:environment:actions:))
        }
        view.provide(IssueEnvironment.init(account:))
        view.scene(IssueRequest.self, IssueModel.self) { issue in
            issue.inputs(IssueEnvironment.self, PlaceActions.self)
            issue.provide(IssueModel.init(request:environment:actions:))
        }
        view.provide(NewIssueEnvironment.init(account:))
        view.provide(NewIssueActions.init(coordinator:))
        view.scene(IssueDraft.self, NewIssueModel.self) { newIssue in
            newIssue.inputs(NewIssueEnvironment.self, PlaceActions.self, NewIssueActions.self)
            newIssue.provide(NewIssueModel.init(draft:environment:actions:newIssueActions:))
        }
        view.provide(OptionSelectEnvironment.init(account:))
        view.scene(OptionSelectRequest.self, OptionSelectModel.self) { optionSelect in
            optionSelect.inputs(OptionSelectEnvironment.self)
            optionSelect.provide(OptionSelectModel.init(request:environment:))
        }
        view.provide(IssuesScenes.init(repos:issues:issue:newIssue:optionSelect:))
    }
}
