import HostInterface

/// Checks the size of the unit's descriptor store, in which systemd keeps the connections while the daemon restarts.
enum DescriptorStoreCheck: Check {
    static let name = "descriptor-store"

    /// The maximum number of connections that the daemon stores.
    private static let maximumCount = 16_384

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        guard let unit = try await environment.properties(of: DoctorEnvironment.service) else { return .withoutSystemd }
        guard let size = unit["FileDescriptorStoreMax"].flatMap({ Int($0) }) else {
            return .notAvailable("systemd does not report the size of the descriptor store")
        }
        // A reserve of 16 is for the table of the connections and the descriptors of plugins.
        let connections = environment.connections + environment.connectionsReserved
        let required = min(connections, maximumCount) + 16
        if size >= required { return .ok("systemd keeps up to \(size) descriptors while the daemon restarts") }
        let folder = "/etc/systemd/system/\(DoctorEnvironment.service).d"
        return .warning(
            "systemd keeps at most \(size) descriptors while the daemon restarts, and closes the connections beyond; "
                + "expected at least \(required) for control.connections (\(environment.connections))",
            "Raise the limit, and restart the daemon:",
            commands: [
                "mkdir -p \(folder)",
                "printf '[Service]\\nFileDescriptorStoreMax=\(required)\\n' > \(folder)/descriptor-store.conf",
                "systemctl daemon-reload", "systemctl restart \(DoctorEnvironment.service)",
            ])
    }
}
