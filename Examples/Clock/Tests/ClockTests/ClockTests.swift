import Clock
import Testing
import Trellis
import TrellisTesting

@Suite("Clock", .timeLimit(.minutes(10)))
struct ClockTests {
    @Test("tells the time", arguments: Transport.allCases)
    func now(over transport: Transport) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, clock: ManualClock().clock)
            try await withPlugin(ClockPlugin.self, environment: environment, over: transport) { plugin in
                let reply = try await ClockClient(plugin.caller).now()
                #expect(reply.time == "2027-01-15T08:00:00Z")
            }
        }
    }

    @Test("obeys the rules for plugins")
    func conformance() async throws {
        try await PluginConformance(ClockPlugin.self).run()
    }
}
