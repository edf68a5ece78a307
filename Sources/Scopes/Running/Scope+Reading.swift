extension Scope {
    /// What this scope's own blueprint contributed to a key, in the order of declaration.
    ///
    /// Contributions of the scopes above are not among them: their owners have them.
    ///
    /// - Throws: ``ScopeClosed`` when the scope is closing or has closed.
    public func contributions<K: Sendable>(to key: K.Type) throws(ScopeClosed) -> [K] {
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
}
