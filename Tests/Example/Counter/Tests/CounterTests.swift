import Counter
import Testing
import TrellisTesting

@Suite("Counter", .timeLimit(.minutes(10)))
struct CounterTests {
    @Test("adds to the initial count", arguments: Transport.allCases)
    func counting(over transport: Transport) async throws {
        try await withPlugin(CounterPlugin.self, settings: ["start": "10"], over: transport) { plugin in
            let counter = CounterClient(plugin.caller)
            let first = try await counter.add(amount: 3)
            #expect(first.count == 13)
            let second = try await counter.add(amount: 4)
            #expect(second.count == 17)
        }
    }

    @Test("rejects an invalid amount and keeps the count", arguments: Transport.allCases)
    func rejecting(over transport: Transport) async throws {
        try await withPlugin(CounterPlugin.self, over: transport) { plugin in
            let counter = CounterClient(plugin.caller)
            for amount in [0, 1_001] {
                await #expect(throws: CounterError.invalidAmount(amount: amount)) {
                    try await counter.add(amount: amount)
                }
            }
            let reply = try await counter.add(amount: 1)
            #expect(reply.count == 1)
        }
    }

    @Test("obeys the rules for plugins")
    func conformance() async throws {
        try await PluginConformance(CounterPlugin.self).run()
    }
}
