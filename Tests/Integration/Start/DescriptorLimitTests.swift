import Foundation
import Testing

/// The limit on open files, and the resulting limits on connections.
@Suite("The limit on open files", .runsPrograms, .timeLimit(.minutes(10)))
struct DescriptorLimitTests {
    @Test("a low limit on open files reduces the number of connections")
    func reducesTheNumberOfConnections() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(
                "--set", "control.connections=4096", "--set", "control.connectionsPerUser=4096",
                "--set", "control.connectionsReserved=0",
                under: ["/usr/bin/prlimit", "--nofile=64:300"]
            ) { _ in
                // Of the 300 descriptors, a quarter is reserved. The daemon counts two of the others for each connection.
                var connections: [RawConnection] = []
                for _ in 0..<112 {
                    let connection = try RawConnection(to: workplace.socket)
                    try await connection.send(message: #"{"method":"io.systemd.service.Ping"}"#)
                    #expect(try await connection.receive() == #"{"parameters":{}}"#)
                    connections.append(connection)
                }
                let refused = try RawConnection(to: workplace.socket)
                #expect(try await refused.receive() == nil)
                // The open connections continue to work, and plugins can still open files.
                try await connections[0].send(message: #"{"method":"io.trellis.Items.List","more":true}"#)
                #expect(try await connections[0].receive() == #"{"parameters":{}}"#)
            }
            #expect(outcome.status == 0)
            let warning = outcome.log.first { $0.contains(" warning ") && $0.contains("LimitNOFILE=") }
            let numbers =
                "configured=4096 configuredPerUser=4096 connections=112 connectionsPerUser=112 limit=300 needed=8448"
            #expect(warning?.contains(numbers) == true, "\(outcome.log)")
        }
    }

    @Test("a low limit on open files reduces the number of connections of each user")
    func reducesTheNumberOfConnectionsOfEachUser() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(
                "--set", "control.connectionsReserved=0", under: ["/usr/bin/prlimit", "--nofile=64:300"]
            ) { _ in
                // The limit per user is half of 112, in the default proportion of 512 to 1024.
                var connections: [RawConnection] = []
                for _ in 0..<56 {
                    let connection = try RawConnection(to: workplace.socket)
                    try await connection.send(message: #"{"method":"io.systemd.service.Ping"}"#)
                    #expect(try await connection.receive() == #"{"parameters":{}}"#)
                    connections.append(connection)
                }
                let refused = try RawConnection(to: workplace.socket)
                #expect(try await refused.receive() == nil)
            }
            #expect(outcome.status == 0)
            let warning = outcome.log.first { $0.contains(" warning ") && $0.contains("LimitNOFILE=") }
            let numbers = "configuredPerUser=512 connections=112 connectionsPerUser=56 limit=300"
            #expect(warning?.contains(numbers) == true, "\(outcome.log)")
        }
    }

    @Test("a limit on open files that is too low is a configuration error", arguments: [8, 24, 32])
    func isAConfigurationErrorIfItIsTooLow(limit: Int) async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.shell(
                #"exec prlimit --nofile=\#(limit) "$TRELLISD" --state-directory "$FOLDER/state" "#)
            #expect(result.status == 78)
            let start = "trellisd: the limit on open files (RLIMIT_NOFILE) is \(limit), and the daemon requires at "
            #expect(result.error.hasPrefix(start), "\(result.error)")
            #expect(result.error.hasSuffix(". Raise LimitNOFILE= of the unit, or 'ulimit -n' of the shell\n"))
            #expect(try workplace.names() == ["trellis.yaml"])
        }
    }

    @Test("the lowest accepted limit on open files is sufficient for every plugin")
    func sufficesForEveryPluginIfItIsAccepted() async throws {
        let configuration = "plugins:\n  items:\n  movies:\n  issues:\n"
        try await Workplace.with(configuration: configuration) { workplace in
            let rejected = try await workplace.shell(#"exec prlimit --nofile=24 "$TRELLISD""#)
            let words = rejected.error.split(separator: " ")
            let position = try #require(words.firstIndex(of: "least"))
            let lowest = try #require(Int(words[position + 1].prefix { $0.isNumber }))
            try await workplace.withDaemon(
                "--set", "control.connectionsPerUser=4096", under: ["/usr/bin/prlimit", "--nofile=\(lowest)"]
            ) { daemon in
                let calls = ["io.trellis.Items.List", "io.trellis.Movies.Search", "io.trellis.Items.List"]
                // The second iteration checks that clients are accepted again after all connections were closed.
                for _ in 0..<2 {
                    var connections: [RawConnection] = []
                    for index in 0..<16 {
                        let connection = try RawConnection(to: workplace.socket)
                        let method = calls[index % calls.count]
                        try await connection.send(
                            message: #"{"method":"\#(method)","parameters":{"query":"a"},"more":true}"#)
                        connections.append(connection)
                    }
                    for connection in connections {
                        #expect(try await connection.receive()?.contains("parameters") == true)
                    }
                }
                let open = try FileManager.default.contentsOfDirectory(
                    atPath: "/proc/\(daemon.processIdentifier)/fd")
                #expect(open.count <= lowest, "\(open.count)")
            }
        }
    }
}
