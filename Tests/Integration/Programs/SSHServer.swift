import Foundation
import Subprocess
import SystemPackage
import Testing

/// sshd(8) on a port of the loopback interface, whose hosts are two daemons, and the ways in which a host can fail.
///
/// A host is an entry of ssh's configuration: a key whose command on the server is `trellisctl bridge` with the socket of a
/// daemon. The keys, the configurations and the log are in a folder; no file of the system changes.
struct SSHServer: Sendable {
    /// The identifier of a user whom only this server knows, under the name "reader".
    ///
    /// The user's group is root's, which owns the sockets.
    static let reader = 64_001

    /// The hosts, with the commands of their keys; nil for a key without a command.
    private static let commands: [(host: String, command: String?)] = [
        ("web1", "TRELLIS_SOCKET=$ONE exec trellisctl bridge"), ("web2", "TRELLIS_SOCKET=$TWO exec trellisctl bridge"),
        ("plain", nil), ("bare", "PATH=/nonexistent; $SSH_ORIGINAL_COMMAND"),
        ("noisy", "echo Welcome to noisy; exec $SSH_ORIGINAL_COMMAND"),
        ("idle", "TRELLIS_SOCKET=/nonexistent exec trellisctl bridge"),
        ("impostor", nil), ("reader", nil),
    ]

    /// The folder with the keys and configurations.
    let folder: URL

    /// The daemons of the two hosts; all other hosts have the first one.
    let daemons: [Workplace]

    /// The log of sshd.
    let log: EventLog

    /// The environment variables of `trellisctl`.
    var variables: [String: String] {
        [
            "TRELLIS_SSH": folder.appending(path: "ssh").path, "TRELLIS_SOCKET": "/nonexistent/local",
            "TRELLIS_COMPLETION_TIMEOUT": "60",
        ]
    }

    /// The number of accepted connections so far.
    var connections: Int { log.texts.count { $0.hasPrefix("Accepted publickey") } }

    /// Runs `trellisctl` to its end.
    func trellisctl(_ words: String...) async throws -> CommandResult {
        try await Workplace.run(Programs.path(of: "trellisctl"), words, variables: variables)
    }

    /// Runs a shell command in which `$TRELLISCTL` is set.
    func shell(_ line: String) async throws -> CommandResult {
        try await Workplace.run(
            "/bin/bash", ["-c", line],
            variables: variables.merging(["TRELLISCTL": Programs.path(of: "trellisctl")]) { $1 })
    }

    /// Whether a bridge to one of the daemons runs.
    var hasBridge: Bool {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).contains { process in
            guard Int(process) != nil, let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
                let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ")
            else { return false }
            return line == Data("trellisctl\0bridge\0".utf8)
                && daemons.contains { environment.range(of: Data($0.folder.path.utf8)) != nil }
        }
    }

    /// Runs a body with a server and two daemons, and ends them.
    static func with(_ body: @Sendable (SSHServer) async throws -> Void) async throws {
        let configuration = "control: {roles: {read: [\(reader)]}}\nplugins: {items: {store: memory}}\n"
        try await Workplace.with(configuration: configuration) { one in
            try await Workplace.with(configuration: configuration) { two in
                try await one.withDaemon { _ in
                    try await two.withDaemon { _ in
                        try await with([one, two], body)
                    }
                }
            }
        }
    }

    private static func with(_ daemons: [Workplace], _ body: @Sendable (SSHServer) async throws -> Void) async throws {
        let server = SSHServer(folder: daemons[0].folder, daemons: daemons, log: EventLog())
        let port = try freePort()
        try await server.prepare(port: port)
        var options = PlatformOptions()
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(10))]
        // The mount namespace has a list of users of its own. sshd requires the directory /run/sshd.
        let script = """
            set -e
            mount --bind '\(server.folder.path)/passwd' /etc/passwd
            mount -t tmpfs -o mode=755 tmpfs /run
            mkdir /run/sshd
            exec /usr/sbin/sshd -D -e -f '\(server.folder.path)/sshd_config' -p \(port)
            """
        _ = try await Subprocess.run(
            .path("/usr/bin/unshare"), arguments: ["--mount", "--propagation", "private", "/bin/sh", "-c", script],
            environment: Workplace.environment(adding: [:]), platformOptions: options, input: .none, output: .discarded,
            error: .sequence
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { server.log.end() }
                    for try await line in execution.standardError.strings() {
                        server.log.append(line.trimmingCharacters(in: .newlines))
                    }
                }
                let listening = await server.log.first { $0.hasPrefix("Server listening on") }
                let result: Result<Void, any Error>
                do {
                    try #require(listening != nil, "sshd did not start:\n\(server.log.texts.joined(separator: "\n"))")
                    result = .success(try await body(server))
                } catch {
                    result = .failure(error)
                }
                // sshd ends at once; the processes of its connections end with the clients.
                try execution.send(signal: .terminate)
                try await group.waitForAll()
                try result.get()
            }
        }
    }

    /// Writes the keys and the configurations.
    private func prepare(port: Int) async throws {
        let sockets = daemons.map(\.socket)
        let path = Programs.path(of: "trellisctl").dropLast("/trellisctl".count)
        var authorized = ""
        var hosts = ""
        let hostKey = try await makeKey("host")
        var known = ""
        for (host, command) in Self.commands {
            let key = try await makeKey(host)
            let command = command.map {
                let line = $0.replacing("$ONE", with: sockets[0]).replacing("$TWO", with: sockets[1])
                return "restrict,command=\"\(line)\" "
            }
            authorized += "\(command ?? "")\(key)\n"
            hosts += "Host \(host)\n  IdentityFile \(folder.path)/\(host)\n  HostKeyAlias \(host)\n"
            if host == "reader" { hosts += "  User reader\n" }
            // The server does not have the key that is known for the host `impostor`.
            known += "\(host) \(host == "impostor" ? key : hostKey)\n"
        }
        let workplace = daemons[0]
        try workplace.write(authorized, to: "authorized_keys")
        try workplace.write(known, to: "known_hosts")
        try workplace.write(
            """
            Host down
              Port 1
            \(hosts)Host *
              HostName 127.0.0.1
              Port \(port)
              User root
              IdentitiesOnly yes
              UserKnownHostsFile \(folder.path)/known_hosts
              GlobalKnownHostsFile /dev/null
              StrictHostKeyChecking yes

            """, to: "ssh_config")
        try workplace.write(
            """
            ListenAddress 127.0.0.1
            HostKey \(folder.path)/host
            AuthorizedKeysFile \(folder.path)/authorized_keys
            PermitRootLogin prohibit-password
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            UsePAM no
            StrictModes no
            PidFile none
            SetEnv PATH=\(path):/usr/bin:/bin TRELLIS_SOCKET=\(sockets[0])

            """, to: "sshd_config")
        let users = try String(contentsOfFile: "/etc/passwd", encoding: .utf8)
        try workplace.write(users + "reader:x:\(Self.reader):0::/:/bin/sh\n", to: "passwd")
        try workplace.write("#!/bin/sh\nexec /usr/bin/ssh -F '\(folder.path)/ssh_config' \"$@\"\n", to: "ssh")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: "ssh").path)
    }

    /// Creates a key pair, and returns the public key.
    private func makeKey(_ name: String) async throws -> String {
        let path = folder.appending(path: name).path
        let made = try await Workplace.run(
            "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path])
        try #require(made.status == 0, "\(made.error)")
        return try String(contentsOfFile: path + ".pub", encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    /// Returns a port that no socket uses.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try #require(bind(descriptor, generic, size) == 0)
                try #require(getsockname(descriptor, generic, &size) == 0)
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests with sshd: skips these tests, with the reason, when it is not installed or another user than root
    /// runs them.
    static var usesSSH: Self {
        .enabled(
            if: geteuid() == 0
                && ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen", "/usr/bin/unshare"].allSatisfy {
                    FileManager.default.isExecutableFile(atPath: $0)
                },
            "requires root, and the packages openssh-server and openssh-client")
    }
}
