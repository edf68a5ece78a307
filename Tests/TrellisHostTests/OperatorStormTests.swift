import Foundation
import HostInterface
import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

private let stormSeconds = ProcessInfo.processInfo.environment["TRELLIS_STORM_SECONDS"].flatMap(Int.init) ?? 0

/// Lets many operators control the plugins at random, while plugins fail at random: 500 commands, or as many as there is time for in
/// `TRELLIS_STORM_SECONDS` seconds (`make soak`).
@Suite("Many operators at once", .timeLimit(.minutes(2 + stormSeconds / 60)))
struct OperatorStormTests {
    private static let names = ["base", "needy", "picky", "lone", "notebook", "tuned", "holder"]

    /// Whether plugins fail, and the signal at which a running one does.
    private final class Faults: Sendable {
        private let areInjected = Atomic(true)
        let due = ChangeSignal()

        /// Whether an operation fails now.
        func strike() -> Bool { areInjected.load(ordering: .relaxed) && Int.random(in: 0..<4) == 0 }

        func end() { areInjected.store(false, ordering: .relaxed) }
    }

    /// A configuration in which each plugin may be missing; without `base`, `needy` is missing, too.
    private static func text(_ generator: inout SeededGenerator, isComplete: Bool = false) -> String {
        var text = "plugins:\n"
        let hasBase = isComplete || Bool.random(using: &generator)
        for name in names where isComplete || Int.random(in: 0..<4, using: &generator) > 0 {
            if name == "base" || name == "needy", !hasBase { continue }
            text += "  \(name):\n    required: false\n    restartDelay: 1ms\n"
            text += "    startLimitBurst: 3\n    confirmHealth: 0\n"
            if name == "tuned" { text += "    word: tea\(Int.random(in: 0..<3, using: &generator))\n" }
        }
        return text
    }

    @Test("leave no plugin in a state that it cannot leave")
    func storm() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        let faults = Faults()
        var behaviour = Behaviour()
        behaviour.startBase = { if faults.strike() { throw PluginFailure(.unavailable, "it rains") } }
        behaviour.runBase = {
            try await cancelWhenGracefulShutdown {
                for await _ in faults.due.changes() where faults.strike() {
                    throw PluginFailure(.unavailable, "a storm")
                }
            }
        }
        var generator = SeededGenerator(seed: seed)
        let first = Self.text(&generator, isComplete: true)
        try await withReloadedHost(first, behaviour: behaviour) { fixture async throws in
            let host = fixture.host
            let end = ContinuousClock.now + .seconds(stormSeconds)
            await withTaskGroup(of: Void.self) { group in
                for client in 0..<20 as Range<UInt64> {
                    group.addTask {
                        var generator = SeededGenerator(seed: seed &+ client)
                        var count = 0
                        while count < 25 || ContinuousClock.now < end {
                            await Self.act(&generator, on: fixture, faults)
                            count += 1
                        }
                    }
                }
            }
            faults.end()
            // The overrides of operators remain. `needy` needs `base`, and `holder` needs `tuned`.
            for (name, isEnabled) in [("needy", false), ("holder", false), ("base", true), ("tuned", true)] {
                _ = try await host.setEnablement(of: name, to: isEnabled, by: "ada", isDryRun: false)
            }
            try fixture.write(first)
            do {
                _ = try await host.reload(expecting: nil)
            } catch HostError.reloadFailed {
                // A fault that had begun before their end.
                _ = try await host.reload(expecting: nil)
            }
            for name in Self.names {
                _ = try await host.setEnablement(of: name, to: nil, by: "ada", isDryRun: false)
                _ = try await host.control(.start, name, isDryRun: false)
            }
            let states = host.statuses.filter { Self.names.contains($0.hosted.name) }.map { hosted, status in
                "\(hosted.name) \(status.state.rawValue)" + (hosted.life == nil ? " without a life" : "")
            }
            #expect(states.filter { !$0.hasSuffix(" running") } == [], "seed \(seed)")
        }
    }

    /// Makes one random call, which may fail with an error of the host.
    private static func act(
        _ generator: inout SeededGenerator, on fixture: ReloadedHost, _ faults: Faults
    ) async {
        let host = fixture.host
        let name = names.randomElement(using: &generator) ?? "lone"
        do {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0...1: _ = try await host.control(.stop, name, isDryRun: false)
            case 2...4: _ = try await host.control(.start, name, isDryRun: false)
            case 5: _ = try await host.control(.restart, name, isDryRun: false)
            case 6:
                let isEnabled = [true, false, nil].randomElement(using: &generator) ?? nil
                _ = try await host.setEnablement(of: name, to: isEnabled, by: "ada", isDryRun: false)
            case 7...8:
                try fixture.write(text(&generator))
                _ = try await host.reload(expecting: nil)
            case 9: faults.due.signal()
            case 10: await host.checkHealth()
            default: _ = await host.plugins()
            }
        } catch is HostError {
            // The plugin is disabled, another plugin needs it, or it fails with the new configuration.
        } catch {
            Issue.record(error)
        }
    }
}
