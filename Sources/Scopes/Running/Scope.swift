/// A scope that is open, in the hands of its owner.
///
/// Whoever opens a scope owns it: the owner opens scopes under it, reads what its blueprint declared as contributed or
/// exported, and closes it. Objects never see a `Scope`; what they may do, they are handed by their initialisers.
///
/// ```swift
/// let root = try await Scope.open(Plan(rootBlueprint))
/// let items = try await root.open(Plan(itemsBlueprint, under: root.plan))
/// for service in try items.contributions(to: (any Service).self) {
///     await service.run()
/// }
/// await root.close()
/// ```
///
/// A scope must be closed. One that is let go of without being closed stays open, and its instances alive, as long as the scope
/// above it; the instances of one that has none are destroyed without being closed.
public final class Scope: Sendable {
    let core: ScopeCore

    init(core: ScopeCore) {
        self.core = core
    }

    /// What the scope was opened from.
    ///
    /// Other blueprints are admitted under it.
    public var plan: Plan {
        core.plan
    }

    /// The names of the scopes from the root to this one, joined by slashes.
    public var path: String {
        core.path
    }

    /// Opens a scope that has no parent.
    ///
    /// Instances are made in the order that their needs ask for, in the caller's task.
    ///
    /// - Parameter plan: What to open, admitted without a parent.
    /// - Returns: The scope, which the caller closes.
    /// - Throws: ``OpeningError``; what had been made is closed then.
    nonisolated(nonsending) public static func open(_ plan: Plan) async throws(OpeningError) -> Scope {
        try plan.check(parent: nil)
        return Scope(core: try await ScopeCore.open(plan, under: nil))
    }

    /// Opens a scope that has no parent, runs a body with it, and closes it, whatever happens.
    ///
    /// - Parameters:
    ///   - plan: What to open, admitted without a parent.
    ///   - body: What to do with the scope. It runs where the caller does.
    /// - Returns: What the body returns.
    /// - Throws: ``OpeningError`` before the body runs; what the body throws; ``ClosingError`` when the scope did not
    ///   close well.
    nonisolated(nonsending) public static func open<Result>(
        _ plan: Plan,
        _ body: nonisolated(nonsending) (Scope) async throws -> Result
    ) async throws -> Result {
        let scope = try await open(plan)
        return try await scope.core.closing { try await body(scope) }
    }

    /// Opens a scope under this one.
    ///
    /// - Parameters:
    ///   - plan: What to open, admitted under this scope's plan; also one of its nested plans, unless it takes arguments.
    ///   - siblings: Open scopes, among them those that the plan imports from (``Plan/imports``): these can't close
    ///     before the new scope. Others in the list play no part.
    /// - Returns: The scope, which the caller closes; it closes with this one at the latest.
    /// - Throws: ``OpeningError``; what had been made is closed then.
    nonisolated(nonsending) public func open(
        _ plan: Plan,
        importing siblings: [Scope] = []
    ) async throws(OpeningError) -> Scope {
        try plan.check(parent: self.plan)
        let imports = try plan.imports(from: siblings.map(\.core))
        return Scope(core: try await ScopeCore.open(plan, under: core, importing: imports))
    }

    /// Opens a session under this scope, as its blueprint declares it by ``Blueprint/session(_:file:line:_:)``.
    ///
    /// - Parameter arguments: What the session's bindings take by this type.
    /// - Returns: The session, which the caller closes; it closes with this scope at the latest.
    /// - Throws: ``OpeningError``, with the cause ``OpeningError/Cause/notDeclared(_:)`` when the blueprint declares no
    ///   session, or one with arguments of another type.
    nonisolated(nonsending) public func openSession<Arguments: Sendable>(
        _ arguments: Arguments
    ) async throws(OpeningError) -> Scope {
        guard let session = plan.session, session.takesArguments(Arguments.self) else {
            throw OpeningError(
                scope: path + "/session", cause: .notDeclared("session"), closing: .nothing(in: path + "/session"))
        }
        return Scope(
            core: try await ScopeCore.open(session, under: core) { $0.installArguments(arguments) })
    }

    /// Opens a session without arguments under this scope.
    ///
    /// See ``openSession(_:)``.
    ///
    /// - Returns: The session, which the caller closes; it closes with this scope at the latest.
    /// - Throws: ``OpeningError``.
    nonisolated(nonsending) public func openSession() async throws(OpeningError) -> Scope {
        try await openSession(())
    }

    /// Takes in no more sessions, and waits until the sessions and scenes that are open under this scope have closed.
    ///
    /// Scenes can still be opened, since those whose work is under way may need them. Close the scope afterwards.
    ///
    /// - Parameter limit: How long to wait at most.
    /// - Returns: Whether all have closed; false when the time is up, or the task is cancelled.
    @discardableResult
    nonisolated(nonsending) public func drain(within limit: Duration) async -> Bool {
        await core.drain(within: limit)
    }

    /// Closes the scope: first the scopes under it and those that import from it, the last opened first; then its own
    /// instances in the reverse order of making, each within its time limit, on to the end whatever fails.
    ///
    /// It runs to its end when the calling task is cancelled, too. A second call waits for the first and gives the
    /// same report. An instance must not await the closing of its own scope: that is given up after its time limit.
    @discardableResult
    nonisolated(nonsending) public func close() async -> ClosingReport {
        if let report = core.closeAtOnce() { return report }
        return await core.close()
    }
}
