import HostInterface
import Testing

@testable import TrellisHost

@Suite("The monitor of reloads", .timeLimit(.minutes(2)))
struct ReloadMonitorTests {
    private let monitor = ReloadMonitor()
    private let recorder = Recorder()

    init() { monitor.observe { [recorder] in recorder.note("\($0)") } }

    @Test("reports the end of a reload that failed, and keeps the reason until a reload succeeds")
    func failure() async throws {
        await #expect(throws: HostError.self) {
            try await monitor.reporting { throw HostError.changeRejected(message: "unknown key 'itmes'") }
        }
        #expect(monitor.problem == "the last reload failed: unknown key 'itmes'")
        await #expect(throws: HostError.self) {
            try await monitor.reporting {
                throw HostError.reloadFailed(plugin: "items", message: "the plugin items failed", rolledBack: false)
            }
        }
        #expect(monitor.problem == "the last reload failed: the plugin items failed")
        try await monitor.reporting {}
        #expect(monitor.problem == nil)
        #expect(recorder.events == ["began", "ended", "began", "ended", "began", "ended"])
    }

    @Test("does not report an outdated plan or a cancelled call as a problem")
    func rejection() async {
        await #expect(throws: HostError.self) {
            try await monitor.reporting { throw HostError.planOutdated(hash: "1") }
        }
        await #expect(throws: CancellationError.self) { try await monitor.reporting { throw CancellationError() } }
        #expect(monitor.problem == nil)
    }

    @Test("reports the end when the last of several reloads has ended")
    func overlap() async throws {
        try await monitor.reporting {
            try await monitor.reporting {}
            recorder.note("one has ended")
        }
        #expect(recorder.events == ["began", "began", "one has ended", "ended"])
    }
}
