import Varlink

/// Checks whether the user may connect to the control socket.
enum GroupCheck: Check {
    static let name = "group"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        let user = environment.user
        guard environment.isSystemService else {
            guard case .path(let path) = environment.address, let status = try environment.status(of: path) else {
                return .notAvailable("the socket has no file")
            }
            return status.owner == user.id
                ? .ok("the daemon is your own") : .notAvailable("the daemon belongs to the user \(status.owner)")
        }
        if user.id == 0 { return .ok("root may connect") }
        let name = try await environment.properties(of: DoctorEnvironment.socket)?["SocketGroup"] ?? "trellis"
        guard let group = environment.group(name) else {
            return .failure("the group '\(name)' does not exist", "Create it:", commands: ["systemd-sysusers"])
        }
        if user.groups.contains(group.id) { return .ok("you are a member of the group '\(name)'") }
        if group.members.contains(user.name) {
            return .failure(
                "this session started before you became a member of the group '\(name)'", "Log out and in again.")
        }
        return .failure(
            "you are not a member of the group '\(name)', whose members may connect",
            "As root, add the user to the group; then log out and in again:",
            commands: ["usermod --append --groups \(name) \(user.name)"])
    }
}
