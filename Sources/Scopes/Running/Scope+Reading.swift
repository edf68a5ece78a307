extension Scope {
    /// What this scope's own blueprint contributed to a key, in the order of declaration.
    ///
    /// Contributions of the scopes above are not among them: their owners have them.
    ///
    /// - Throws: ``ScopeClosed`` when the scope is closing or has closed.
    public func contributions<K: Sendable>(to key: K.Type) throws(ScopeClosed) -> [K] {
        guard core.isOpen else { throw ScopeClosed(scope: path) }
        var found: [K] = []
        for slot in plan.contributionSlots(of: BindingKey(key)) {
            found.append(try core.read(K.self, at: slot))
        }
        return found
    }

    /// What this scope exports under a key.
    ///
    /// A lazy binding is made now, if it has not been.
    ///
    /// - Returns: The instance, or nil when the blueprint does not export the key.
    /// - Throws: ``ScopeClosed`` when the scope is closing or has closed; what making a lazy binding throws.
    nonisolated(nonsending) public func exported<K: Sendable>(_ key: K.Type) async throws -> K? {
        guard let export = plan.exports.first(where: { $0.key == BindingKey(key) }) else { return nil }
        try await core.ensure(export.slot)
        return try core.read(K.self, at: export.slot)
    }

    /// Keeps the scope's instances where they are while a body reads them.
    ///
    /// Each read is a load from an array then, without a lock. A scope that begins to close meanwhile waits for the end of
    /// the body, so that this must be short, and must not wait for the closing.
    ///
    /// ```swift
    /// let slot = plan.slot(of: ItemFeed.self)!
    /// try scope.withInstances { instances in
    ///     for request in requests { instances[slot].handle(request) }
    /// }
    /// ```
    ///
    /// - Parameter body: What to do. It is handed the right to read.
    /// - Returns: What the body returns.
    /// - Throws: ``ScopeClosed`` when the scope is closing or has closed; what the body throws.
    public func withInstances<Result>(_ body: (borrowing Instances) throws -> Result) throws -> Result {
        try core.enterReader()
        defer { core.leaveReader() }
        return try body(Instances(core))
    }
}

extension ScopeCore {
    /// Keeps the instances where they are until ``leaveReader()``.
    func enterReader() throws(ScopeClosed) {
        let isOpen = state.withLock { state in
            guard case .open = state.phase else { return false }
            state.readers += 1
            return true
        }
        if !isOpen { throw ScopeClosed(scope: path) }
    }

    /// Lets the scope close that waits for it.
    func leaveReader() {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.readers -= 1
            guard state.readers == 0, let extra = state.extra else { return nil }
            defer { extra.awaitingReaders = nil }
            return extra.awaitingReaders
        }
        continuation?.resume()
    }
}
