import Trellis

/// The blueprint of the session of a connection.
enum IssuesSession {
    /// Declares a session.
    ///
    /// The session is isolated: of the plugin, it sees only its inputs. Each scene sees only the parts of the session that
    /// its environment and its actions use.
    ///
    /// - Parameter session: The blueprint of the session.
    static func assemble(_ session: inout Blueprint) {
        session.inputs(AccountManager.self, Scene<Void, LoginModel>.self, WallClock.self)
        session.provide({ () in NavigationStack<Place>() })
        session.scene(AccountModel.self, IssuesScenes.self, assemble(view:))
        session.provide(SessionAccount.init(accounts:views:))
        session.provide(IssuesCoordinator.init(accounts:logins:account:stack:))
        // The coordinator runs its commands as the account, and the account reports its change to the coordinator.
        session.afterCreation { (account: SessionAccount, coordinator: IssuesCoordinator) async in
            await account.attach(to: coordinator)
        }
        session.provide(CurrentPlace.init(account:stack:))
        session.serve(IssuesInterface.init(coordinator:current:stack:clock:))
    }

    /// Declares the scenes of the session for one account, with their environments and actions.
    private static func assemble(view: inout Blueprint) {
        view.inputs(Live<IssuesCoordinator>.self)
        view.provide(PlaceActions.init(coordinator:))
        view.scene(ReposRequest.self, ReposModel.self) { repos in
            repos.inputs(AccountModel.self, PlaceActions.self)
            repos.provide(ReposEnvironment.init(account:))
            repos.provide(ReposModel.init(request:environment:actions:))
        }
        view.scene(IssueQuery.self, IssuesModel.self) { issues in
            issues.inputs(AccountModel.self, PlaceActions.self)
            issues.provide(IssuesEnvironment.init(account:))
            issues.provide(IssuesModel.init(query:environment:actions:))
        }
        view.scene(IssueRequest.self, IssueModel.self) { issue in
            issue.inputs(AccountModel.self, PlaceActions.self)
            issue.provide(IssueEnvironment.init(account:))
            issue.provide(IssueModel.init(request:environment:actions:))
        }
        view.scene(IssueDraft.self, NewIssueModel.self) { newIssue in
            newIssue.inputs(AccountModel.self, PlaceActions.self, Live<IssuesCoordinator>.self)
            newIssue.provide(NewIssueEnvironment.init(account:))
            newIssue.provide(NewIssueActions.init(coordinator:))
            newIssue.provide(NewIssueModel.init(draft:environment:actions:newIssueActions:))
        }
        view.scene(OptionSelectRequest.self, OptionSelectModel.self) { optionSelect in
            optionSelect.inputs(AccountModel.self)
            optionSelect.provide(OptionSelectEnvironment.init(account:))
            optionSelect.provide(OptionSelectModel.init(request:environment:))
        }
        view.provide(IssuesScenes.init(repos:issues:issue:newIssue:optionSelect:))
    }
}
