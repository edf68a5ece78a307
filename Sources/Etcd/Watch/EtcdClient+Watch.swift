extension EtcdClient {
    /// Watches the changes of keys while `body` reads them.
    ///
    /// The watch continues at another member when one fails, without loss and without repetition, until `body` returns.
    ///
    /// ```swift
    /// try await client.withWatch(.prefix("items/"), from: last + 1) { watch in
    ///     for try await update in watch {
    ///         if case .events(let events, let revision) = update { … }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - range: The keys.
    ///   - revision: The first revision to report; nil for those after the start of the watch. A future revision is not an error.
    ///   - previous: Whether events include the key as it was before.
    ///   - isolation: The actor that `body` runs on.
    ///   - body: The code that reads the updates. The watch ends when it returns.
    /// - Returns: The result of `body`.
    /// - Throws: An error of `body`. Reading the updates throws an ``EtcdError`` if no other member or attempt can
    ///   help, for example with the cause ``EtcdError/Cause/permissionDenied``.
    public func withWatch<Result: Sendable>(
        _ range: EtcdKeyRange, from revision: Int64? = nil, previous: Bool = false,
        isolation: isolated (any Actor)? = #isolation, _ body: (EtcdWatch) async throws -> Result
    ) async throws -> Result {
        let updates = UpdateBuffer()
        let loop = WatchLoop(range, from: revision, previous: previous, members: cluster, updates)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await loop.run() }
            defer { group.cancelAll() }
            return try await body(EtcdWatch(updates: updates))
        }
    }
}
