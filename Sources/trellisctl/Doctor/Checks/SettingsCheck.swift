import HostInterface

/// Checks whether changed settings require a restart of the daemon.
enum SettingsCheck: Check {
    static let name = "settings"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        guard case .answered(let daemon) = environment.daemon else {
            return .notAvailable("the daemon does not answer")
        }
        // A daemon of an earlier version does not report them.
        let keys = daemon.pendingSettings ?? []
        guard !keys.isEmpty else { return .ok("no setting waits for a restart of the daemon") }
        return .warning(
            "\(keys.joined(separator: ", ")) changed, and the daemon uses the previous value until it restarts",
            "Restart the daemon:",
            commands: environment.isSystemService ? ["systemctl restart \(DoctorEnvironment.service)"] : [])
    }
}
