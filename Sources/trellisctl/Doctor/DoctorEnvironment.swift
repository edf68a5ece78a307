import HostInterface
import Varlink

/// The interface through which checks access the machine and the daemon.
///
/// Tests replace its functions and values, so that every finding can be produced.
struct DoctorEnvironment: Sendable {
    /// The user who runs the checks.
    struct User: Sendable {
        /// The effective user identifier.
        var id: UInt32

        /// The name, or the identifier of a user without one.
        var name: String

        /// The identifiers of the groups of this process.
        var groups: Set<UInt32>
    }

    /// The output of a program that has ended.
    struct ProgramOutput: Sendable {
        /// The exit status; for a program that was ended by a signal, 128 plus the number of the signal.
        var status: Int32 = 0

        /// The text that the program wrote to standard output.
        var output = ""

        /// The text that the program wrote to standard error.
        var error = ""
    }

    /// The daemon at the address.
    enum Daemon: Sendable {
        /// The daemon responded.
        case answered(HostContract.DescribeReply)

        /// The daemon has not started; the first connection starts it.
        case idle

        /// The daemon cannot be reached, or rejected the call.
        case failed(CommandFailure)
    }

    /// The free space of a file system.
    struct Space: Sendable {
        /// The number of bytes that users other than root may use.
        var bytes: UInt64

        /// The number of free inodes; nil when the file system has no fixed number of inodes.
        var inodes: UInt64?
    }

    /// The prefix of all paths that checks read; empty by default.
    var root = ""

    /// The user who runs the checks.
    var user: User

    /// The address of the daemon.
    var address: VarlinkAddress

    /// The version of this program.
    var clientVersion: String

    /// The daemon at the address.
    var daemon: Daemon

    /// The maximum number of connections that the daemon reports; the default value when it does not respond.
    var connections = 1_024

    /// The number of connections beyond the maximum that the daemon reserves for administrators.
    var connectionsReserved = 16

    /// The time in seconds since 1970.
    var now: Int

    /// Runs a program without an input, in the locale C; returns nil when it is not installed.
    var run: @Sendable (_ program: String, _ arguments: [String]) async throws -> ProgramOutput?

    /// Returns the identifier of a user by its name; nil for an unknown name.
    var userID: @Sendable (_ name: String) -> UInt32?

    /// Returns the identifier and the members of a group by its name; nil for an unknown name.
    var group: @Sendable (_ name: String) -> (id: UInt32, members: [String])?

    /// Returns the free space of the file system that has a path.
    var space: @Sendable (_ path: String) throws -> Space
}

extension DoctorEnvironment {
    /// The unit of the daemon.
    static let service = "trellisd.service"

    /// The unit of the control socket.
    static let socket = "trellisd.socket"

    /// Whether the daemon is the system's daemon, which systemd manages.
    var isSystemService: Bool { address == .path(ControlSocket.systemPath) }

    /// Returns the properties of a unit.
    ///
    /// - Parameter unit: The name of the unit.
    /// - Returns: The values by name; nil when systemd does not manage the daemon.
    /// - Throws: The error of systemctl(1).
    func properties(of unit: String) async throws -> [String: String]? {
        guard isSystemService, let result = try await run("systemctl", ["show", unit]), result.status == 0 else {
            return nil
        }
        var values: [String: String] = [:]
        for line in result.output.split(separator: "\n") {
            guard let end = line.firstIndex(of: "=") else { continue }
            values[String(line[..<end])] = String(line[line.index(after: end)...])
        }
        return values
    }
}
