import Testing

/// The limit on open files, and the connections that it allows for.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct DescriptorLimitTests {
    @Test func noMoreConnectionsAreTakenThanFilesMayBeOpen() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(
                "--set", "control.connectionsPerUser=4096", "--set", "control.connectionsReserved=0",
                under: ["/usr/bin/prlimit", "--nofile=64:300"]
            ) { _ in
                // 300, less a quarter that is set aside, by two.
                var connections: [RawConnection] = []
                for _ in 0..<112 {
                    let connection = try RawConnection(to: workplace.socket)
                    try await connection.send(message: #"{"method":"io.systemd.service.Ping"}"#)
                    #expect(try await connection.receive() == #"{"parameters":{}}"#)
                    connections.append(connection)
                }
                let refused = try RawConnection(to: workplace.socket)
                #expect(try await refused.receive() == nil)
                // Those that are open go on, and so do plugins, which open files.
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

    @Test func oneUserLeavesOthersTheirPartOfFewerConnections() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(
                "--set", "control.connectionsReserved=0", under: ["/usr/bin/prlimit", "--nofile=64:300"]
            ) { _ in
                // A quarter of 112, as 1024 of 4096 are by default.
                var connections: [RawConnection] = []
                for _ in 0..<28 {
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
            let numbers = "configuredPerUser=1024 connections=112 connectionsPerUser=28 limit=300"
            #expect(warning?.contains(numbers) == true, "\(outcome.log)")
        }
    }
}
