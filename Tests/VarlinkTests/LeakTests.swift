import Foundation
import Testing

@testable import Varlink

@Suite("Leaks after malformed input", .timeLimit(.minutes(2))) struct LeakTests {
    /// The limits are lower than the total input of all clients.
    ///
    /// The test runs in a separate process, because other tests open sockets too.
    @Test("leaks neither connections nor sockets") func leaksNeitherConnectionsNorSockets() async {
        await #expect(processExitsWith: .success) {
            var configuration = VarlinkServerConfiguration()
            configuration.maximumMessageSize = 100_000
            configuration.maximumInputSizePerUser = 2_000_000
            configuration.maximumConnections = 150
            configuration.maximumConnectionsPerUser = 150
            configuration.messageTimeout = .seconds(2)
            try await withTrialServer(configuration: configuration) { trial in
                let other = try await trial.connect()
                let prompt = Nonsense.all.filter { $0.end != .silence }
                let silent = Nonsense.all.filter { $0.end == .silence }
                // SwiftNIO opens its permanent descriptors here.
                try await send(prompt, to: trial, beside: other)
                await waitForGoodbyes(of: trial)
                let sockets = try openSockets()
                try await withThrowingTaskGroup { group in
                    for nonsense in silent {
                        for _ in 0..<rounds { group.addTask { try await nonsense.send(to: trial) } }
                    }
                    for _ in 0..<rounds {
                        try await send(prompt, to: trial, beside: other)
                        // A slow server may lag behind clients that do not wait for it, so that too many clients are
                        // connected.
                        await waitForGoodbyes(of: trial, but: rounds * silent.count + 1)
                    }
                    try await group.waitForAll()
                }
                // Connections that the server has not accepted yet have sockets, too.
                let end = ContinuousClock.now + .seconds(120)
                while !Task.isCancelled, try openSockets() > sockets, ContinuousClock.now < end { await Task.yield() }
                await waitForGoodbyes(of: trial)
                // The report of a failed expectation in another process contains only the comment.
                let open = try openSockets()
                #expect(open <= sockets, "sockets: \(open), and \(sockets) before")
                #expect(trial.events.refusals.isEmpty, "refusals: \(trial.events.refusals)")
                let floods = trial.events.closings.filter {
                    if case .tooMuchInput = $0 { true } else { false }
                }
                #expect(floods.isEmpty, "closings: \(floods)")
                // Keeps the connection open: a release build would otherwise close it after its calls.
                withExtendedLifetime(other) {}
            }
        }
    }
}

/// The number of times that each kind is sent.
private let rounds = 20

/// Sends malformed input of several kinds concurrently while another connection makes calls.
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

/// Waits until the server has released all but the given number of connections.
private func waitForGoodbyes(of trial: TrialServer, but rest: Int = 1) async {
    while !Task.isCancelled, trial.server.registry.connections.count > rest { await Task.yield() }
}

/// Returns the number of this process's open sockets.
///
/// The number of other descriptors varies: Dispatch reads files of `/proc` while its threads are busy.
private func openSockets() throws -> Int {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
        // A descriptor that was closed after the folder was listed has no target.
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return target?.hasPrefix("socket:") ?? false
    }
}
