import Foundation
import Glibc
import HostInterface
import Varlink

@testable import trellisctl

/// A simulated machine for the checks of `trellisctl doctor`: a folder as the file system, and scripted output of
/// programs.
///
/// Every check of a new machine succeeds. Each test changes one part.
struct DoctorMachine {
    /// The user and the group of the daemon in the simulated account database; new files belong to them.
    static let daemon = (user: geteuid(), group: getegid())

    /// The user who runs the checks.
    static let caller: UInt32 = 4_000

    let folder: URL

    var environment: DoctorEnvironment

    /// The properties of the units.
    var service = [
        "LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Result": "success", "NRestarts": "0",
        "MainPID": "77", "User": "trellis", "StateDirectory": "trellis", "CacheDirectory": "trellis",
        "ConfigurationDirectory": "trellis", "LimitNOFILE": "65536", "FileDescriptorStoreMax": "4128",
        "MemoryMax": "1073741824",
        "MemoryCurrent": "104857600", "StartLimitBurst": "5", "StartLimitIntervalUSec": "1min",
        "NeedDaemonReload": "no",
    ]
    var socket = [
        "LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled", "SocketUser": "trellis",
        "SocketGroup": "trellis", "SocketMode": "0660", "Result": "success",
    ]

    /// The unit file of the daemon.
    var unitFile = "[Service]\nExecStart=/usr/bin/trellisd\n"

    /// The output of other programs by their names.
    var programs: [String: DoctorEnvironment.ProgramOutput] = [
        "journalctl": .init(output: "started\n"), "timedatectl": .init(output: "yes\n"),
        "systemd-detect-virt": .init(status: 1, output: "none\n"),
    ]

    /// The free space by path.
    var space = DoctorEnvironment.Space(bytes: 8 << 30, inodes: 1_000)

    /// Runs a body with a healthy machine, whose files are then removed.
    static func with<Result>(_ body: (inout DoctorMachine) async throws -> Result) async throws -> Result {
        let folder = URL(filePath: "/tmp/doctor-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        var machine = DoctorMachine(
            folder: folder,
            environment: DoctorEnvironment(
                root: folder.path, user: .init(id: caller, name: "alice", groups: [Self.daemon.group]),
                address: .path(ControlSocket.systemPath), clientVersion: "0.2.0",
                daemon: .answered(.sample()), now: Int(time(nil)),
                run: { _, _ in nil }, userID: { _ in nil }, group: { _ in nil },
                space: { _ in .init(bytes: 0, inodes: 0) }))
        for path in ["var/lib/trellis/items", "var/cache/trellis", "etc/trellis", "run/trellis", "proc/77"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: path), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o750])
        }
        try machine.write("", to: "var/lib/trellis/items/items.sqlite")
        try machine.write(
            "Max open files            1024                 65536                files\n", to: "proc/77/limits")
        try machine.write("MemTotal: 8000000 kB\nMemAvailable:    4000000 kB\n", to: "proc/meminfo")
        try machine.bindSocket()
        return try await body(&machine)
    }

    /// Runs a check.
    func finding(of check: any Check.Type) async throws -> Finding {
        try await check.run(in: constructed)
    }

    /// The environment with the simulated files and programs.
    var constructed: DoctorEnvironment {
        var environment = environment
        let (service, socket, unitFile, programs, space) = (service, socket, unitFile, programs, space)
        environment.run = { program, arguments in
            switch (program, arguments.first, arguments.last) {
            case ("systemctl", "show", "trellisd.service"): return .init(output: Self.lines(service))
            case ("systemctl", "show", "trellisd.socket"): return .init(output: Self.lines(socket))
            case ("systemctl", "cat", _): return .init(output: unitFile)
            default: return programs[program]
            }
        }
        environment.userID = { ["trellis": Self.daemon.user, "root": Self.daemon.user][$0] }
        let group = environment.group
        environment.group = { group($0) ?? ($0 == "trellis" ? (Self.daemon.group, []) : nil) }
        environment.space = { _ in space }
        return environment
    }

    private static func lines(_ properties: [String: String]) -> String {
        properties.map { "\($0)=\($1)\n" }.joined()
    }

    /// Writes a file.
    func write(_ text: String, to path: String) throws {
        try text.write(to: folder.appending(path: path), atomically: false, encoding: .utf8)
    }

    /// Changes the permissions of a file.
    func change(mode: Int, of path: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.appending(path: path).path)
    }

    /// Removes a file or folder.
    func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appending(path: path)) }

    private func bindSocket() throws {
        let path = folder.appending(path: "run/trellis/io.trellis").path
        let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw CommandFailure(EX_OSERR, "bind failed") }
        try change(mode: 0o660, of: "run/trellis/io.trellis")
    }
}

extension HostContract.DescribeReply {
    /// The description of a daemon.
    static func sample(version: String = "0.2.0", problems: [HostContract.Problem]? = []) -> Self {
        Self(
            version: version, pid: 77, started: "2026-11-22T10:00:00Z", status: "1 plugin runs", configuration: nil,
            stateDirectory: "/var/lib/trellis", running: 1, enabled: 1, problems: problems)
    }
}
