import HostInterface

/// Compares the versions of the daemon and of this program.
enum VersionCheck: Check {
    static let name = "version"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        guard case .answered(let daemon) = environment.daemon else {
            return .notAvailable("the daemon does not answer; trellisctl has the version \(environment.clientVersion)")
        }
        if daemon.version == environment.clientVersion {
            return .ok("trellisd and trellisctl have the version \(daemon.version)")
        }
        return .warning(
            "trellisd has the version \(daemon.version), and trellisctl \(environment.clientVersion)",
            "Restart the daemon, so that it runs the installed version:",
            commands: environment.isSystemService ? ["systemctl restart \(DoctorEnvironment.service)"] : [])
    }
}
