import Glibc
import HostInterface
import Subprocess
import Varlink

extension DoctorEnvironment {
    /// Returns the environment of this process.
    ///
    /// The function inspects the unit of the daemon before it connects, so that it does not start a stopped daemon.
    static func live(_ session: Session) async -> DoctorEnvironment {
        let id = geteuid()
        var environment = DoctorEnvironment(
            user: User(id: id, name: UserName.of(id) ?? "\(id)", groups: currentGroups()), address: session.address,
            clientVersion: BuiltInCommands.version, daemon: .idle, now: time(nil), run: runProgram,
            userID: UserName.number(of:), group: GroupDatabase.group, space: freeSpace)
        await environment.inspectDaemon(session)
        return environment
    }

    private mutating func inspectDaemon(_ session: Session) async {
        let unit = try? await properties(of: Self.service)
        if let unit, unit["LoadState"] == "loaded", ["inactive", "failed"].contains(unit["ActiveState"]) {
            return
        }
        var session = session
        session.options.timeout = session.options.timeout ?? .seconds(5)
        do {
            let connection = try await session.connect()
            let reply = try await session.withTimeout { try await HostClient(connection).describe() }
            daemon = .answered(reply)
            // A daemon of an earlier version does not report its configuration.
            let configuration = try? await session.withTimeout { try await HostClient(connection).readConfiguration() }
            func number(_ key: String) -> Int? {
                configuration?.settings.first { $0.key == key }?.value.flatMap { Int($0) }
            }
            connections = number("control.connections") ?? connections
            connectionsReserved = number("control.connectionsReserved") ?? connectionsReserved
        } catch {
            daemon = .failed(CommandFailure(call: error))
        }
    }

    private static func runProgram(_ program: String, _ arguments: [String]) async throws -> ProgramOutput? {
        do {
            let result = try await Subprocess.run(
                .name(program), arguments: Arguments(arguments),
                environment: .inherit.updating(["LC_ALL": "C", "SYSTEMD_LOG_LEVEL": "info", "SYSTEMD_COLORS": "0"]),
                input: .none, output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
            let status: Int32 =
                switch result.terminationStatus {
                case .exited(let status): status
                case .signaled(let signal): 128 + signal
                }
            return ProgramOutput(status: status, output: result.standardOutput, error: result.standardError)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return nil
        }
    }

    private static func currentGroups() -> Set<UInt32> {
        var groups: [gid_t] = Array(repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = getgroups(CInt(groups.count), &groups)
        return Set(groups.prefix(max(0, Int(count))) + [getegid()])
    }

    private static func freeSpace(of path: String) throws -> Space {
        var result = statvfs()
        guard statvfs(path, &result) == 0 else { throw CommandFailure(reading: path, errno) }
        return Space(result)
    }
}

extension DoctorEnvironment.Space {
    /// Creates the value from the numbers of statvfs(3).
    init(_ status: statvfs) {
        // Some file systems report numbers whose product exceeds an integer.
        let (bytes, isOutOfRange) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        self.init(
            bytes: isOutOfRange ? .max : bytes, inodes: status.f_files == 0 ? nil : UInt64(status.f_favail))
    }
}
