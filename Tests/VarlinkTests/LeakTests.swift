import Foundation
import Testing

@testable import Varlink

/// What is left of clients that sent nonsense.
@Suite(.timeLimit(.minutes(10))) struct LeakTests {
    /// The limits are so low that a server that forgot to count a tenth of these clients out would reach them.
    ///
    /// In a process of its own, because others open descriptors too.
    @Test func nothingIsLeftOfNonsense() async {
        await #expect(processExitsWith: .success) {
            var configuration = VarlinkServer.Configuration()
            configuration.maximumMessageSize = 100_000
            configuration.maximumInputSizePerUser = 1_500_000
            configuration.maximumConnections = 50
            configuration.maximumConnectionsPerUser = 50
            configuration.unfinishedMessageTime = .milliseconds(100)
            try await withTrialServer(configuration: configuration) { trial in
                let other = try await trial.connect()
                // The first round is for what SwiftNIO and Dispatch keep open once they have been used.
                try await sendNonsense(to: trial, beside: other)
                let descriptors = try openDescriptors()
                for _ in 0..<20 { try await sendNonsense(to: trial, beside: other) }
                #expect(try openDescriptors() == descriptors)
                #expect(trial.events.refusals.isEmpty)
                #expect(
                    !trial.events.closings.contains {
                        if case .tooMuchInput = $0 { true } else { false }
                    })
            }
        }
    }
}

/// Sends all nonsense at once while another connection goes on, and waits until the server has let go of it.
private func sendNonsense(to trial: TrialServer, beside other: VarlinkConnection) async throws {
    try await withThrowingTaskGroup { group in
        for nonsense in Nonsense.all { group.addTask { try await nonsense.send(to: trial) } }
        group.addTask {
            for number in 0..<20 {
                let reply = try await other.call("org.example.trial.Echo", ["text": .string("\(number)")])
                #expect(reply == ["text": .string("\(number)")])
            }
        }
        try await group.waitForAll()
    }
    while trial.server.registry.connections.count > 1 { await Task.yield() }
}

/// How many descriptors this process has open.
private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
