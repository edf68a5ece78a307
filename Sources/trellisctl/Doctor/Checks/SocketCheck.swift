import HostInterface
import Varlink

/// Checks the control socket: its unit, its file, its owner and its permissions.
enum SocketCheck: Check {
    static let name = "socket"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        guard case .path(let path) = environment.address else {
            return .notAvailable("an abstract socket has no file")
        }
        guard let unit = try await environment.properties(of: DoctorEnvironment.socket) else {
            guard let status = try environment.status(of: path) else {
                return .failure(
                    "\(path) does not exist", "Start the daemon, or name another socket with --socket PATH.")
            }
            return status.isSocket ? .ok("\(path) exists") : notASocket(path)
        }
        return try problem(of: unit) ?? problem(of: path, unit, in: environment)
            ?? .ok("\(path) accepts connections of root and the group '\(unit["SocketGroup"] ?? "")'")
    }

    private static func problem(of unit: [String: String]) -> Finding? {
        let name = DoctorEnvironment.socket
        if unit["LoadState"] != "loaded" {
            return .failure(
                "\(name) is not installed", "Install Trellis, then run:", commands: ["systemctl daemon-reload"])
        }
        switch unit["ActiveState"] {
        case "active": break
        case "failed":
            return .failure(
                "\(name) failed (\(unit["Result"] ?? "unknown"))",
                "Solve the problem that the check 'service' or the journal reports, then run:",
                commands: ["systemctl reset-failed \(DoctorEnvironment.service) \(name)", "systemctl start \(name)"])
        default: return .failure("\(name) is stopped", "Start it:", commands: ["systemctl start \(name)"])
        }
        if unit["UnitFileState"] == "disabled" {
            return .warning(
                "\(name) is disabled, so that the socket does not exist after the next boot", "Enable it:",
                commands: ["systemctl enable \(name)"])
        }
        return nil
    }

    private static func problem(
        of path: String, _ unit: [String: String], in environment: DoctorEnvironment
    ) throws -> Finding? {
        guard let status = try environment.status(of: path) else {
            return .failure(
                "\(path) does not exist, although \(DoctorEnvironment.socket) is active", "Create it again:",
                commands: ["systemctl restart \(DoctorEnvironment.socket)"])
        }
        guard status.isSocket else { return notASocket(path) }
        let (user, group) = (unit["SocketUser"] ?? "root", unit["SocketGroup"] ?? "trellis")
        let mode = unit["SocketMode"].flatMap { UInt32($0, radix: 8) } ?? 0o660
        if status.owner == environment.userID(user), status.group == environment.group(group)?.id, status.mode == mode {
            return nil
        }
        let octal = String(mode, radix: 8)
        return .failure(
            "\(path) has the owner \(status.owner), the group \(status.group) and the mode \(status.octalMode) instead of "
                + "\(user), \(group) and 0\(octal)", "Restore them:",
            commands: ["chown \(user):\(group) \(path)", "chmod 0\(octal) \(path)"])
    }

    private static func notASocket(_ path: String) -> Finding {
        .failure("\(path) exists and is not a socket", "Move it away, then start the daemon.")
    }
}
