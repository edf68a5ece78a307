/// An open scope, with the operations of its owner.
///
/// The code that opens a scope owns it: the owner opens scopes under it, reads its instances, and closes it. Objects
/// never receive a `Scope`; their initializers receive their dependencies.
///
/// ```swift
/// let root = try await Scope.open(rootBlueprint)
/// let items = try await root.open(itemsBlueprint)
/// for service in try items.contributions(to: (any Service).self) {
///     await service.run()
/// }
/// await root.close()
/// ```
///
/// A scope must be closed. If the `Scope` object is released without being closed, the scope remains open with its
/// instances until its parent closes. The instances of a root scope are then never closed.
public final class Scope: Sendable {
    let core: ScopeCore

    init(core: ScopeCore) {
        self.core = core
    }

    /// The plan of the scope.
    ///
    /// Other blueprints are validated under this plan.
    public var plan: Plan {
        core.plan
    }

    /// The names of the scopes from the root to this one, joined by slashes.
    public var path: String {
        core.path
    }

    /// Opens a scope without a parent.
    ///
    /// The instances are created one after another, each after those that it requires: with synchronous initializers in the task of
    /// the caller, with asynchronous ones each in a task of its own, which has a time limit (``Blueprint/buildingTimeLimit``).
    ///
    /// - Parameter plan: A plan without a parent.
    /// - Returns: The scope, which the caller closes.
    /// - Throws: ``OpeningError`` if the scope can't be opened. The instances that had been created are then closed.
    nonisolated(nonsending) public static func open(_ plan: Plan) async throws(OpeningError) -> Scope {
        try plan.check(parent: nil)
        let core = ScopeCore(plan.scope, under: nil)
        try await core.open()
        return Scope(core: core)
    }

    /// Validates a blueprint, and opens it as a scope without a parent.
    ///
    /// - Parameter blueprint: The blueprint of the root scope.
    /// - Returns: The scope, which the caller closes.
    /// - Throws: ``AdmissionError`` with all diagnostics; ``OpeningError`` if the scope can't be opened.
    nonisolated(nonsending) public static func open(_ blueprint: Blueprint) async throws -> Scope {
        try await open(Plan(blueprint))
    }

    /// Opens a scope without a parent, runs a body with it, and closes it.
    ///
    /// - Parameters:
    ///   - plan: A plan without a parent.
    ///   - body: The body. It runs in the isolation of the caller.
    /// - Returns: The result of the body.
    /// - Throws: ``OpeningError`` before the body runs; the error of the body; ``ClosingError`` if the scope closes with
    ///   problems.
    nonisolated(nonsending) public static func open<Result>(
        _ plan: Plan,
        _ body: nonisolated(nonsending) (Scope) async throws -> Result
    ) async throws -> Result {
        let scope = try await open(plan)
        return try await scope.core.closing { try await body(scope) }
    }

    /// Validates a blueprint, opens it as a scope without a parent, runs a body with it, and closes it.
    ///
    /// - Parameters:
    ///   - blueprint: The blueprint of the root scope.
    ///   - body: The body. It runs in the isolation of the caller.
    /// - Returns: The result of the body.
    /// - Throws: ``AdmissionError`` with all diagnostics; the errors of ``open(_:_:)``.
    nonisolated(nonsending) public static func open<Result>(
        _ blueprint: Blueprint,
        _ body: nonisolated(nonsending) (Scope) async throws -> Result
    ) async throws -> Result {
        try await open(Plan(blueprint), body)
    }

    /// Opens a scope under this one.
    ///
    /// - Parameters:
    ///   - plan: A plan under this scope's plan; also one of its nested plans, unless it requires arguments.
    ///   - siblings: Open scopes, which must include those that the plan imports from (``Plan/imports``). The imported
    ///     scopes can't close before the new scope. Other scopes are ignored.
    /// - Returns: The scope, which the caller closes; it closes at the latest with this scope.
    /// - Throws: ``OpeningError`` if the scope can't be opened. The instances that had been created are then closed.
    nonisolated(nonsending) public func open(
        _ plan: Plan,
        importing siblings: [Scope] = []
    ) async throws(OpeningError) -> Scope {
        try plan.check(parent: self.plan)
        let core = ScopeCore(plan.scope, under: core, importing: try plan.imports(from: siblings.map(\.core)))
        try await core.open()
        return Scope(core: core)
    }

    /// Validates a blueprint, and opens it under this scope.
    ///
    /// - Parameters:
    ///   - blueprint: The blueprint of the nested scope.
    ///   - siblings: Open scopes whose exports the blueprint may request.
    /// - Returns: The scope, which the caller closes; it closes at the latest with this scope.
    /// - Throws: ``AdmissionError`` with all diagnostics; ``OpeningError`` if the scope can't be opened.
    nonisolated(nonsending) public func open(
        _ blueprint: Blueprint,
        importing siblings: [Scope] = []
    ) async throws -> Scope {
        try await open(Plan(blueprint, under: plan, importing: siblings.map(\.plan)), importing: siblings)
    }

    /// Opens a session under this scope, which its blueprint declares with ``Blueprint/session(_:file:line:_:)``.
    ///
    /// - Parameter arguments: The value that the session's bindings require by its type.
    /// - Returns: The session, which the caller closes; it closes at the latest with this scope.
    /// - Throws: ``OpeningError``, with the cause ``OpeningError/Cause/notDeclared(_:)`` if the blueprint declares no
    ///   session, or one with arguments of another type.
    nonisolated(nonsending) public func openSession<Arguments: Sendable>(
        _ arguments: Arguments
    ) async throws(OpeningError) -> Scope {
        guard let session = core.planned.nested.first(where: \.blueprint.isSession),
            session.takesArguments(Arguments.self)
        else {
            throw OpeningError(
                scope: path + "/session", cause: .notDeclared("session"),
                closing: ClosingReport(scope: path + "/session"))
        }
        let core = ScopeCore(session, under: core, arguments: session.argumentsKey.map { _ in AnyInstance(arguments) })
        try await core.open()
        return Scope(core: core)
    }

    /// Opens a session without arguments under this scope.
    ///
    /// See ``openSession(_:)``.
    ///
    /// - Returns: The session, which the caller closes; it closes at the latest with this scope.
    /// - Throws: ``OpeningError``.
    nonisolated(nonsending) public func openSession() async throws(OpeningError) -> Scope {
        try await openSession(())
    }

    /// Closes the scope.
    ///
    /// The nested scopes and the scopes that import from this one close first, in the reverse order of opening. Then
    /// the instances of this scope close in the reverse order of creation, each within its time limit. Closing
    /// continues after a failure.
    ///
    /// Closing is not cancelled with the calling task. A second call waits for the first and returns the same report.
    /// An instance must not await the closing of the scope that owns it, because the wait would exceed the time limit
    /// of the instance.
    @discardableResult
    nonisolated(nonsending) public func close() async -> ClosingReport {
        await core.close()
    }
}

extension Plan {
    /// Checks that a scope can be opened under a parent, without arguments.
    fileprivate func check(parent: Plan?) throws(OpeningError) {
        if self.parent?.scope !== parent?.scope {
            throw OpeningError(
                scope: path, cause: .wrongParent(expected: self.parent?.path, actual: parent?.path),
                closing: ClosingReport(scope: path))
        }
        if let argumentsKey = scope.argumentsKey {
            throw OpeningError(
                scope: path, cause: .argumentsMissing(argumentsKey), closing: ClosingReport(scope: path))
        }
    }

    /// Returns the scopes that the plan imports from, in the order of the plan.
    fileprivate func imports(from siblings: [ScopeCore]) throws(OpeningError) -> [ScopeCore] {
        var found: [ScopeCore] = []
        for planned in scope.imports {
            guard let core = siblings.first(where: { $0.planned === planned }) else {
                throw OpeningError(
                    scope: path, cause: .importMissing(planned.blueprint.name), closing: ClosingReport(scope: path))
            }
            found.append(core)
        }
        return found
    }
}

extension ScopeCore {
    /// Runs a body, and then closes the scope.
    ///
    /// - Throws: The error of the body; ``ClosingError``, which contains the error of the body, if the scope closes
    ///   with problems.
    nonisolated(nonsending) func closing<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        let result: Result
        do {
            result = try await body()
        } catch {
            let report = await close()
            if report.problems.isEmpty { throw error }
            throw ClosingError(report: report, bodyError: error)
        }
        let report = await close()
        if !report.problems.isEmpty { throw ClosingError(report: report, bodyError: nil) }
        return result
    }
}

extension Scope {
    /// Returns the instance of a key that this scope's blueprint provides.
    ///
    /// A lazy instance is created now if it does not exist. The owner needs no export.
    ///
    /// - Throws: ``InstanceUnavailable`` if the blueprint does not provide the key, or its binding is transient;
    ///   ``ScopeClosed`` if the scope is closing or has closed; the error of a lazy instance's initializer.
    nonisolated(nonsending) public func instance<K: Sendable>(of key: K.Type) async throws -> K {
        let bindingKey = BindingKey(key)
        guard let slot = core.planned.table.index[bindingKey], !core.planned.blueprint.bindings[slot].isTransient else {
            throw InstanceUnavailable(bindingKey, in: plan)
        }
        return try await core.instance(in: slot).value(as: key)
    }

    /// Returns the contributions of this scope's blueprint to a key, in the order of declaration.
    ///
    /// Contributions of ancestors are not included. The owners of the ancestors can read those.
    ///
    /// - Throws: ``ScopeClosed`` if the scope is closing or has closed.
    public func contributions<K: Sendable>(to key: K.Type) throws(ScopeClosed) -> [K] {
        guard core.isOpen else { throw ScopeClosed(scope: path) }
        var found: [K] = []
        for slot in core.planned.table.contributions[BindingKey(key)] ?? [] {
            guard let object = try core.current(slot) else { continue }
            found.append(AnyInstance(object: object).value(as: key))
        }
        return found
    }
}

/// An error that is thrown when an owner requests an instance that its scope does not provide.
///
/// See ``Scope/instance(of:)``.
public struct InstanceUnavailable: Error, Sendable, CustomStringConvertible {
    /// The path of the scope.
    public let scope: String
    /// The requested key.
    public let key: BindingKey
    /// The reason and the remedy.
    public let reason: String

    /// A description of the error.
    public var description: String {
        "\(scope) has no instance of \(key): \(reason)"
    }

    init(_ key: BindingKey, in plan: Plan) {
        scope = plan.path
        self.key = key
        let bindings = plan.blueprint.bindings
        if let index = plan.scope.table.index[key] {
            reason =
                "\(bindings[index]) is transient, so that each requester gets its own; require it in an initializer"
        } else if plan.scope.table.contributions[key] != nil {
            reason = "it has contributions; use `contributions(to:)`"
        } else if let other = bindings.first(where: { BindingKey(of: $0.implementation) == key }) {
            reason = "\(other.implementation) is provided as \(other.key); request that"
        } else if let outer = Self.provider(of: key, above: plan) {
            reason = "\(outer.path) provides it; request it from that scope"
        } else {
            let similar = bindings.filter { binding in
                binding.role == .provision
                    && editDistance(binding.key.description, key.description) <= max(1, key.description.count / 4)
            }
            reason =
                similar.first.map { "did you mean \($0.key)?" }
                ?? "provide it in the blueprint of \(plan.name)"
        }
    }

    private static func provider(of key: BindingKey, above plan: Plan) -> Plan? {
        var next = plan.parent
        while let outer = next {
            if let index = outer.scope.table.index[key], !outer.blueprint.bindings[index].isPrivate { return outer }
            next = outer.parent
        }
        return nil
    }
}
