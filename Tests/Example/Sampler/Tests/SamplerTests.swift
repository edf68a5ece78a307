import Foundation
import Synchronization
import Testing
import TrellisTesting

@testable import Sampler

/// A source that a test controls.
private final class ManualSource: SampleSource {
    private let number = Mutex<Double?>(nil)

    func set(_ number: Double?) { self.number.withLock { $0 = number } }

    func read() throws(PluginFailure) -> Double {
        guard let number = number.withLock({ $0 }) else { throw PluginFailure(.unavailable, "no number") }
        return number
    }
}

@Suite("Sampler", .timeLimit(.minutes(10)))
struct SamplerTests {
    private let clock = ManualClock()
    private let source = ManualSource()

    /// Runs the plugin with the clock and the source of the test.
    private func withSampler(_ body: (RunningPlugin) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try await withPlugin(
                SamplerPlugin.self, settings: ["interval": "60s"],
                environment: .test(in: folder, clock: clock.clock),
                adjusting: { [source] in $0.override((any SampleSource).self, value: source) }, body)
        }
    }

    @Test("sends each sample to a follower")
    func following() async throws {
        source.set(1)
        try await withSampler { plugin in
            try await clock.sleeper()
            let sampler = SamplerClient(plugin.caller)
            #expect(try await sampler.last().value == 1)
            var values: [Double] = []
            for try await reply in SamplerClient(try await plugin.connect()).follow(since: 0) {
                values.append(reply.value)
                if reply.revision == 2 { break }
                source.set(2)
                try await clock.passNext(.seconds(60))
            }
            #expect(values == [1, 2])
            await #expect(throws: SamplerError.fellBehind(missed: 0, oldest: 1)) {
                for try await _ in sampler.follow(since: 99) {}
            }
        }
    }

    @Test("is degraded without a sample")
    func health() async throws {
        try await withSampler { plugin in
            try await clock.sleeper()
            await #expect(throws: SamplerError.noSample) { try await SamplerClient(plugin.caller).last() }
            let status = await plugin.status()
            #expect(status.reason == "samples: there is no sample yet")
        }
    }

    @Test("names the file when it cannot be read")
    func failure() async throws {
        let error = await #expect(throws: HostFailure.self) {
            try await withPlugin(SamplerPlugin.self) { _ in }
        }
        #expect("\(try #require(error))".contains("state/sampler/number. Write a number to the file"))
    }

    @Test("obeys the rules for plugins")
    func conformance() async throws {
        try await PluginConformance(
            SamplerPlugin.self,
            preparing: { try "1".write(toFile: $0.state.appending("number").string, atomically: true, encoding: .utf8) }
        ).run()
    }
}
