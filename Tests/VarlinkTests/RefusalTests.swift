import Glibc
import Testing

@testable import Varlink

@Suite("Refused connections", .timeLimit(.minutes(2))) struct RefusalTests {
    private static let busy =
        #"{"error":"io.systemd.System","parameters":{"origin":"linux","errnoName":"EBUSY","errno":16}}"#

    private static func configuration(reserving reserved: Int) -> VarlinkServerConfiguration {
        var configuration = VarlinkServerConfiguration()
        configuration.maximumConnectionsPerUser = 1
        configuration.reservedConnections = reserved
        configuration.closeTimeout = .seconds(600)
        return configuration
    }

    @Test("replies to the first call of a refused connection with the reason") func repliesToTheFirstCallWithTheReason()
        async throws
    {
        try await withTrialServer(configuration: Self.configuration(reserving: 0)) { trial in
            let served = try await trial.connect()
            _ = try await served.call("org.example.trial.Who")
            let refused = try trial.rawClient()
            await trial.events.diary.wait(for: "refused")
            try await refused.send(String(MalformedInputTests.call.prefix(5)))
            try await refused.send(String(MalformedInputTests.call.dropFirst(5)) + "\0")
            #expect(try await refused.receiveAll() == [Self.busy])
            // The client library reports the error as the error of the call.
            let other = try await trial.connect()
            let error = await #expect(throws: RemoteError.self) { try await other.call("org.example.trial.Who") }
            #expect(error?.name == "io.systemd.System")
            #expect(trial.events.refusals == Array(repeating: .tooManyConnectionsOfUser(limit: 1), count: 2))
            _ = try await served.call("org.example.trial.Who")
        }
    }

    @Test("keeps at most sixteen refused connections that wait for their first call")
    func letsAtMostSixteenWaitForTheirFirstCall() async throws {
        try await withTrialServer(configuration: Self.configuration(reserving: 0)) { trial in
            let served = try await trial.connect()
            _ = try await served.call("org.example.trial.Who")
            let clients = try (0..<17).map { _ in try trial.rawClient() }
            while !Task.isCancelled, trial.events.refusals.count < 17 { await Task.yield() }
            // A call would make room for the connection that is closed at once.
            while !Task.isCancelled, !clients.contains(where: \.isClosed) { await Task.yield() }
            var replies: [[String]] = []
            for client in clients {
                // One of the connections is closed at once.
                try? await client.send(MalformedInputTests.call + "\0")
                replies.append(try await client.receiveAll())
            }
            #expect(replies.count { $0 == [Self.busy] } == 16)
            #expect(replies.count { $0 == [] } == 1)
            withExtendedLifetime(served) {}
        }
    }

    @Test("closes a refused connection that sends no call before the timeout")
    func closesAConnectionWithoutACallAfterTheTimeout()
        async throws
    {
        var configuration = Self.configuration(reserving: 0)
        configuration.closeTimeout = .milliseconds(1)
        try await withTrialServer(configuration: configuration) { trial in
            let served = try await trial.connect()
            _ = try await served.call("org.example.trial.Who")
            #expect(try await trial.rawClient().receiveAll() == [])
            withExtendedLifetime(served) {}
        }
    }

    @Test("reserves connections for the server's own user") func reservesConnectionsForTheServersOwnUser() async throws
    {
        try await withTrialServer(configuration: Self.configuration(reserving: 2)) { trial in
            var served: [VarlinkConnection] = []
            for _ in 0..<3 {
                let connection = try await trial.connect()
                _ = try await connection.call("org.example.trial.Who")
                served.append(connection)
            }
            let refused = try trial.rawClient()
            try await refused.send(MalformedInputTests.call + "\0")
            #expect(try await refused.receiveAll() == [Self.busy])
            #expect(trial.events.refusals == [.tooManyConnectionsOfUser(limit: 3)])
            withExtendedLifetime(served) {}
        }
    }

    @Test("reserves connections only for root and the server's own user")
    func reservesConnectionsOnlyForRootAndTheServersOwnUser() {
        var configuration = VarlinkServerConfiguration()
        configuration.maximumConnections = 10
        configuration.maximumConnectionsPerUser = 5
        configuration.reservedConnections = 2
        let limits = ConnectionLimits(configuration)
        #expect(limits.privilegedUsers == [0, geteuid()])
        let other: UInt32 = 4_000_000_000
        #expect(limits.refusal(of: other, having: 4, among: 9) == nil)
        #expect(limits.refusal(of: other, having: 5, among: 9) == .tooManyConnectionsOfUser(limit: 5))
        #expect(limits.refusal(of: other, having: 0, among: 10) == .tooManyConnections(limit: 10))
        #expect(limits.refusal(of: 0, having: 6, among: 11) == nil)
        #expect(limits.refusal(of: 0, having: 7, among: 11) == .tooManyConnectionsOfUser(limit: 7))
        #expect(limits.refusal(of: 0, having: 0, among: 12) == .tooManyConnections(limit: 12))
    }
}
