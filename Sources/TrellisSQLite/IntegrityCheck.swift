public import Trellis

extension ScheduledJob {
    /// The job `integrity`, which checks a plugin's storage for damage when the plugin starts, and then daily.
    ///
    /// Damage is reported as a fault, and by the health check of the plugin's store.
    ///
    /// ```swift
    /// blueprint.schedule { (store: EntryStore) in
    ///     .integrityCheck { try await store.checkIntegrity() }
    /// }
    /// ```
    ///
    /// - Parameter check: Checks the storage, such as ``SQLiteDatabase/checkIntegrity()``.
    /// - Returns: The job.
    public static func integrityCheck(_ check: @escaping @Sendable () async throws -> Void) -> ScheduledJob {
        let day = Duration.seconds(86_400)
        return ScheduledJob("integrity", every: day, onFailure: .report(retryAfter: day), check)
    }
}
