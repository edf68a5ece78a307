import Foundation
import Testing

/// A stop of the service with a plugin that prevents its own stop, under a real systemd.
@Suite("Stops of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct StuckStopTests {
    @Test("a stop with a plugin that ignores its cancellation ends in time and in order, and the journal names it")
    func stuckPlugin() async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: "ignoreCancellation") { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            #expect(try await machine.pluginStates() == ["faulty running", "dependent running"])
            // At this level the daemon logs every change of a state.
            try await machine.run("trellisctl", "log-level", "debug")
            try await machine.run("systemctl", "stop", BootedMachine.service)
            #expect(
                try await machine.service("ActiveState", "Result", "ExecMainStatus") == ["inactive", "success", "0"])

            let entries = try await machine.journal(of: BootedMachine.service)
            let messages = entries.compactMap { $0["MESSAGE"] }
            let stuck = "the plugin faulty is stuck and was abandoned in its services: FaultyService"
            let entry = try #require(entries.first { $0["MESSAGE"] == stuck }, "\(messages)")
            #expect(entry["TRELLIS_PLUGIN"] == "faulty")
            #expect(messages.contains("stuck plugins were not closed: faulty"), "\(messages)")
            // The dependent of the stuck plugin is closed before it.
            let order = [
                "the plugin dependent is stopped: the daemon stops", stuck,
                "the plugin faulty is stopped: the daemon stops",
            ]
            #expect(messages.filter(order.contains) == order, "\(messages)")
            #expect(!messages.contains { $0.contains("timed out") || $0.contains("Killing process") }, "\(messages)")

            try await machine.run("systemctl", "start", BootedMachine.service)
            #expect(try await machine.pluginStates() == ["faulty running", "dependent running"])
        }
    }
}
