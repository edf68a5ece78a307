import Foundation
import Testing

@testable import Varlink

/// What is left of clients that sent nonsense.
@Suite(.timeLimit(.minutes(10))) struct LeakTests {
    /// The limits are lower than what all clients add up to.
    ///
    /// In a process of its own, because others open sockets too.
    @Test func nothingIsLeftOfNonsense() async {
        await #expect(processExitsWith: .success) {
            var configuration = VarlinkServer.Configuration()
            configuration.maximumMessageSize = 100_000
            configuration.maximumInputSizePerUser = 2_000_000
            configuration.maximumConnections = 150
            configuration.maximumConnectionsPerUser = 150
            configuration.unfinishedMessageTime = .seconds(2)
            try await withTrialServer(configuration: configuration) { trial in
                let other = try await trial.connect()
                let prompt = Nonsense.all.filter { $0.end != .silence }
                let silent = Nonsense.all.filter { $0.end == .silence }
                // What SwiftNIO keeps open once it has been used is open after this.
                try await send(prompt, to: trial, beside: other)
                await waitForGoodbyes(of: trial)
                let sockets = try openSockets()
                try await withThrowingTaskGroup { group in
                    for nonsense in silent {
                        for _ in 0..<rounds { group.addTask { try await nonsense.send(to: trial) } }
                    }
                    for _ in 0..<rounds {
                        try await send(prompt, to: trial, beside: other)
                        // A slow server is behind the clients that do not wait for it; together they may be too many for it.
                        await waitForGoodbyes(of: trial, but: rounds * silent.count + 1)
                    }
                    try await group.waitForAll()
                }
                // Connections that the server has not taken yet have sockets, too.
                let end = ContinuousClock.now + .seconds(120)
                while try openSockets() > sockets, ContinuousClock.now < end { await Task.yield() }
                await waitForGoodbyes(of: trial)
                // Of what is expected in another process, only the comments get here.
                let open = try openSockets()
                #expect(open <= sockets, "sockets: \(open), and \(sockets) before")
                #expect(trial.events.refusals.isEmpty, "refusals: \(trial.events.refusals)")
                let floods = trial.events.closings.filter {
                    if case .tooMuchInput = $0 { true } else { false }
                }
                #expect(floods.isEmpty, "closings: \(floods)")
                // Built for release, it would be closed after its calls, and its sockets be missed.
                withExtendedLifetime(other) {}
            }
        }
    }
}

/// How often each kind is sent.
private let rounds = 20

/// Sends nonsense of several kinds at once, while another connection goes on.
private func send(_ kinds: [Nonsense], to trial: TrialServer, beside other: VarlinkConnection) async throws {
    try await withThrowingTaskGroup { group in
        for nonsense in kinds { group.addTask { try await nonsense.send(to: trial) } }
        group.addTask {
            for number in 0..<20 {
                let reply = try await other.call("org.example.trial.Echo", ["text": .string("\(number)")])
                #expect(reply == ["text": .string("\(number)")])
            }
        }
        try await group.waitForAll()
    }
}

/// Waits until the server has let go of all connections but some.
private func waitForGoodbyes(of trial: TrialServer, but rest: Int = 1) async {
    while trial.server.registry.connections.count > rest { await Task.yield() }
}

/// How many sockets this process has open.
///
/// Other descriptors come and go: Dispatch reads files of `/proc` while its threads are busy.
private func openSockets() throws -> Int {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
        // What has been closed in the meantime has no target.
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return target?.hasPrefix("socket:") ?? false
    }
}
