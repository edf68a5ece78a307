import Testing
import TrellisTesting

@testable import Guess

@Suite("Guess", .timeLimit(.minutes(10)))
struct GuessTests {
    /// Runs the plugin, whose secret number is always the highest one.
    private func withGuess(
        over transport: Transport = .process, _ body: (RunningPlugin) async throws -> Void
    ) async throws {
        try await withPlugin(
            GuessPlugin.self, over: transport,
            adjusting: { $0.override(Numbers.self, value: Numbers { $0.upperBound }) }, body)
    }

    @Test("a right number wins the round, which then ends")
    func winning() async throws {
        try await withGuess { plugin async throws in
            let guess = GuessClient(plugin.caller)
            _ = try await guess.begin(maximum: 10)
            #expect(try await guess.ask(number: 11).answer == .lower)
            #expect(try await guess.ask(number: 9).answer == .higher)
            #expect(try await guess.ask(number: 10).answer == .right)
            #expect(try await guess.score().won == 1)
            await #expect(throws: GuessError.noRound) { try await guess.ask(number: 10) }
        }
    }

    @Test("the connections play separate games", arguments: Transport.allCases)
    func separation(over transport: Transport) async throws {
        try await withGuess(over: transport) { plugin async throws in
            let (first, second) = (GuessClient(plugin.caller), GuessClient(try await plugin.connect()))
            _ = try await first.begin(maximum: 10)
            await #expect(throws: GuessError.noRound) { try await second.ask(number: 10) }
            _ = try await first.ask(number: 10)
            #expect(try await first.score().won == 1)
            #expect(try await second.score().won == 0)
        }
    }

    @Test("an invalid maximum leaves the round in progress")
    func rejecting() async throws {
        try await withGuess { plugin async throws in
            let guess = GuessClient(plugin.caller)
            _ = try await guess.begin(maximum: 10)
            await #expect(throws: GuessError.invalidMaximum(maximum: 1)) { try await guess.begin(maximum: 1) }
            #expect(try await guess.ask(number: 10).answer == .right)
        }
    }

    @Test("a right number calls the action of the round")
    func action() async {
        await confirmation { won in
            let round = Round(
                request: RoundRequest(maximum: 5), numbers: Numbers { $0.lowerBound },
                actions: RoundActions(win: { won() }))
            #expect(await round.ask(2) == .lower)
            #expect(await round.ask(1) == .right)
        }
    }

    @Test("obeys the rules for plugins")
    func conformance() async throws {
        try await PluginConformance(
            GuessPlugin.self, calling: { plugin in _ = try await GuessClient(plugin.caller).begin(maximum: 10) }
        ).run()
    }
}
