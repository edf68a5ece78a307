import HostInterface

/// Checks the daemon's limit on open files, which also limits its connections.
enum DescriptorLimitCheck: Check {
    static let name = "descriptors"

    /// The limit in the installed unit.
    private static let usual = 65_536

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        // The daemon counts two descriptors for a connection, of which an idle one uses one, and has a reserve of 256.
        let required = 2 * environment.connections + 256
        let unit = try await environment.properties(of: DoctorEnvironment.service)
        var process = unit?["MainPID"]
        if case .answered(let daemon) = environment.daemon { process = "\(daemon.pid)" }
        let limit: Int?
        if let process, process != "0", let text = environment.text(of: "/proc/\(process)/limits") {
            // The daemon raises its soft limit to the hard limit.
            limit = text.split(separator: "\n").first { $0.hasPrefix("Max open files") }
                .flatMap { $0.split(separator: " ").dropFirst(4).first }.flatMap { Int($0) }
        } else if let value = unit?["LimitNOFILE"] {
            limit = Int(value)
        } else {
            return .notAvailable("the limit of this daemon is unknown")
        }
        guard let limit else { return .ok("open files are unlimited") }
        if limit >= required { return .ok("the daemon may open \(limit) files") }
        let message =
            "the daemon may open \(limit) files, expected at least \(required) for control.connections "
            + "(\(environment.connections))"
        guard unit != nil else { return .warning(message, "Raise 'ulimit -n', and restart the daemon.") }
        let folder = "/etc/systemd/system/\(DoctorEnvironment.service).d"
        return .warning(
            message, "Raise the limit, and restart the daemon:",
            commands: [
                "mkdir -p \(folder)",
                "printf '[Service]\\nLimitNOFILE=\(max(usual, required))\\n' > \(folder)/descriptors.conf",
                "systemctl daemon-reload", "systemctl restart \(DoctorEnvironment.service)",
            ])
    }
}
