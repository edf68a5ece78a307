import Trellis

/// The operations that maintain the storage of the saved titles and the queries.
protocol UserStoreMaintenance: Sendable {
    /// Verifies that the store works; cheap enough for a health check.
    ///
    /// - Throws: An error when the storage fails.
    func verify() async throws

    /// Checks all stored data for damage.
    ///
    /// The check may take minutes.
    ///
    /// - Throws: An error when the storage fails.
    func checkIntegrity() async throws

    /// The parts of a backup; none if the store has no file.
    var backup: [BackupPart] { get }
}

extension UserStoreMaintenance {
    /// No parts: the store has no file.
    var backup: [BackupPart] { [] }
}
