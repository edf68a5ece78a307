import Synchronization
import Trellis

/// Runs the commands of a session as the current account.
///
/// The scenes of a session belong to one account. When the account changes, the session closes them and empties the
/// navigation stack: immediately, or after the last command that uses them.
actor SessionAccount: AccountObserver, Closable {
    /// The scenes of an account, and the number of commands that use them.
    private final class View: Sendable, StateUnderLock {
        let account: AccountModel
        let scene: OpenScene<IssuesScenes>
        let commands = Mutex(0)

        static var state: [any Any.Type] { [] }

        init(account: AccountModel, scene: OpenScene<IssuesScenes>) {
            self.account = account
            self.scene = scene
        }
    }

    private let current: any CurrentAccount
    private let views: Scene<AccountModel, IssuesScenes>
    private let stack: NavigationStack<Place>
    private var view: View?

    init(current: any CurrentAccount, views: Scene<AccountModel, IssuesScenes>, stack: NavigationStack<Place>) {
        self.current = current
        self.views = views
        self.stack = stack
    }

    /// Ends the notifications of ``accountDidChange()``.
    func close() async throws {
        await current.remove(self)
    }

    /// Runs a command with the scenes of the current account.
    ///
    /// - Throws: The errors of ``CurrentAccount/withAccount(_:)``.
    nonisolated func withScenes<Result: Sendable>(
        _ body: @escaping @Sendable (IssuesScenes) async throws -> Result
    ) async throws -> Result {
        try await current.withAccount { account in
            let view = try await self.enter(account)
            do {
                let result = try await body(try view.scene.model)
                await self.leave(view)
                return result
            } catch {
                await self.leave(view)
                throw error
            }
        }
    }

    /// Closes the scenes of the previous account, unless a command uses them.
    func accountDidChange() async {
        if let view { await closeIfOutdated(view) }
    }

    /// Adds a command to the view of an account, and opens the view if necessary.
    private func enter(_ account: AccountModel) async throws -> View {
        if let view, view.account === account {
            view.commands.withLock { $0 += 1 }
            return view
        }
        let new = View(account: account, scene: try await views.open(account))
        // Another command may have opened a view during the await.
        if let view, view.account === account {
            view.commands.withLock { $0 += 1 }
            await new.scene.close()
            return view
        }
        let old = view
        view = new
        new.commands.withLock { $0 += 1 }
        if let old { await closeIfOutdated(old) }
        return new
    }

    private func leave(_ view: View) async {
        view.commands.withLock { $0 -= 1 }
        await closeIfOutdated(view)
    }

    /// Closes a view that no command uses, if its account is not the current one or another view has replaced it.
    private func closeIfOutdated(_ view: View) async {
        guard view.commands.withLock({ $0 == 0 }), self.view !== view || !current.isCurrent(view.account) else {
            return
        }
        if self.view === view { self.view = nil }
        await stack.removeAll()
        await view.scene.close()
    }
}
