/// A check of `trellisctl doctor`.
///
/// A check only reads. It may throw: ``Doctor`` reports the error as a result, and runs the other checks.
protocol Check: Sendable {
    /// The name, such as `disk-space`.
    static var name: String { get }

    /// Runs the check.
    ///
    /// - Parameter environment: Access to the machine and the daemon.
    /// - Returns: The finding.
    /// - Throws: Any error; the check has then crashed.
    static func run(in environment: DoctorEnvironment) async throws -> Finding
}
