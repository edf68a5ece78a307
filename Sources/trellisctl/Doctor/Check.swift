/// A check of `trellisctl doctor`.
///
/// A check changes nothing. When it throws, ``Doctor`` reports the error as a result and runs the other checks.
protocol Check: Sendable {
    /// The name, such as `disk-space`.
    static var name: String { get }

    /// Runs the check.
    ///
    /// - Parameter environment: Access to the machine and the daemon.
    /// - Returns: The verdict, with a message and a remedy.
    /// - Throws: Any error; the verdict is then ``Finding/Verdict/crashed``.
    static func run(in environment: DoctorEnvironment) async throws -> Finding
}
