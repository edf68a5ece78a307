import Foundation
import Testing

/// Restarts of the daemon under a real systemd, from the perspective of clients.
@Suite("Restarts of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct RestartTests {
    /// The number of restarts: 10, or the value of `TRELLIS_RESTARTS`.
    private static let restarts = ProcessInfo.processInfo.environment["TRELLIS_RESTARTS"].flatMap { Int($0) } ?? 10

    private static let idleClients = 1000
    private static let busyClients = 8

    /// A call that needs no plugin.
    private static let call = #"{"method":"org.varlink.service.GetInfo"}"#

    /// A call that needs a session.
    private static let sessionCall = #"{"method":"io.trellis.Movies.Where","more":true}"#

    @Test("a shell of trellisctl continues on its connection after a restart")
    func shell() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            let script = """
                cd /root; mkfifo input; trellisctl shell items < input > output 2> errors &
                shell=$!
                exec 3> /root/input
                echo 'add Tea 1' >&3
                until grep -q Tea /root/output; do :; done
                systemctl restart trellisd.service
                echo list >&3
                exec 3>&-
                wait $shell
                cat /root/output /root/errors
                """
            let ended = try await machine.run("sh", "-ec", script)
            #expect(ended.output.matches(of: /Tea/).count == 2 && !ended.output.contains("trellisctl:"), "\(ended)")
        }
    }

    @Test("a restart drops no connection and no call of 8 busy and 1,000 idle clients")
    func dropNothing() async throws {
        try Self.raiseDescriptorLimit()
        let limits = "control: { connections: 4096, connectionsPerUser: 2048 }\n"
        try await BootedMachine.bootWithTrellis(configuration: limits) { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            let socket = "/proc/\(machine.leader)/root/run/trellis/io.trellis"
            let idle = try (0..<Self.idleClients).map { _ in try RawConnection(to: socket) }
            for client in idle { try await Self.use(client) }
            // One client sends half a message before the restarts and the rest afterwards.
            let half = try RawConnection(to: socket)
            try await Self.use(half)
            try await half.send(Array(Self.call.utf8.prefix(20)))
            // One client has a session of Movies.
            let moviegoer = try RawConnection(to: socket)
            try await moviegoer.send(message: Self.sessionCall)
            #expect(try await moviegoer.receive()?.contains("error") == false)

            let isOver = machine.folder.appending(path: "over").path
            let titles = try await withThrowingTaskGroup(of: [String].self) { group in
                for number in 0..<Self.busyClients {
                    group.addTask { try await Self.addItems(named: "client \(number)", over: socket, until: isOver) }
                }
                group.addTask {
                    while !FileManager.default.fileExists(atPath: isOver) {
                        try await Self.use(RawConnection(to: socket))
                    }
                    return []
                }
                for _ in 0..<Self.restarts { try await machine.run("systemctl", "restart", BootedMachine.service) }
                try Data().write(to: URL(filePath: isOver))
                return try await group.reduce(into: []) { $0 += $1 }
            }

            for client in idle { try await Self.use(client) }
            try await half.send(message: String(Self.call.dropFirst(20)))
            #expect(try await half.receive()?.contains("\"vendor\"") == true)
            try await moviegoer.send(message: Self.sessionCall)
            let lost = #"{"error":"io.trellis.Host.SessionLost","parameters":{"plugin":"movies"}}"#
            #expect(try await moviegoer.receive() == lost)
            try await moviegoer.send(message: Self.sessionCall)
            #expect(try await moviegoer.receive()?.contains("error") == false)
            // Every call took effect once.
            #expect(titles.count > Self.busyClients)
            let list = try await machine.run("trellisctl", "items", "list", "--json").output
            let kept = list.split(separator: "\n").compactMap { line in
                line.firstMatch(of: /"title":"([^"]*)"/).map { String($0.1) }
            }
            #expect(kept.count == titles.count && Set(kept) == Set(titles))

            let entries = try await machine.journal(of: BootedMachine.service)
            let taken = entries.filter { $0["MESSAGE"] == "took over connections from the previous process" }
            #expect(taken.count == Self.restarts)
            let expected = Self.idleClients + Self.busyClients + 2
            #expect(taken.allSatisfy { $0["TRELLIS_CONNECTIONS"].flatMap { Int($0) } ?? 0 >= expected })
            #expect(try await machine.service("NFileDescriptorStore", "NRestarts") == ["0", "0"])
        }
    }

    @Test("a restart without a descriptor store closes the connections, and so does a stop")
    func withoutStore() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            let socket = "/proc/\(machine.leader)/root/run/trellis/io.trellis"
            let stopped = try RawConnection(to: socket)
            try await Self.use(stopped)
            try await machine.run("systemctl", "stop", BootedMachine.service)
            #expect(try await stopped.receive() == nil)

            try await machine.write(
                "[Service]\nFileDescriptorStoreMax=0\n", to: "/etc/systemd/system/trellisd.service.d/50-test.conf")
            try await machine.run("systemctl", "daemon-reload")
            try await machine.run("systemctl", "start", BootedMachine.service)
            let restarted = try RawConnection(to: socket)
            try await Self.use(restarted)
            try await machine.run("systemctl", "restart", BootedMachine.service)
            #expect(try await restarted.receive() == nil)
            #expect(try await machine.service("ActiveState", "Result") == ["active", "success"])
        }
    }

    /// Makes a call, and expects its reply.
    private static func use(_ client: RawConnection) async throws {
        try await client.send(message: call)
        let reply = try await client.receive()
        #expect(reply?.contains("\"vendor\"") == true, "\(reply ?? "the connection was closed")")
    }

    /// Makes calls over one connection until a file exists; every tenth call adds an item.
    ///
    /// - Returns: The titles of the items.
    private static func addItems(named name: String, over socket: String, until end: String) async throws -> [String] {
        let client = try RawConnection(to: socket)
        var titles: [String] = []
        while !FileManager.default.fileExists(atPath: end) {
            for _ in 0..<9 { try await use(client) }
            let title = "\(name) \(titles.count)"
            try await client.send(
                message: #"{"method":"io.trellis.Items.Add","parameters":{"title":"\#(title)","count":1}}"#)
            let reply = try await client.receive()
            titles.append(title)
            guard reply?.contains("\"\(title)\"") == true else {
                Issue.record("\(title): \(reply ?? "the connection was closed")")
                break
            }
        }
        return titles
    }

    /// Raises the limit on open files for the connections of the clients in this process.
    private static func raiseDescriptorLimit() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4096))
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { throw POSIXError(.EMFILE) }
    }
}
