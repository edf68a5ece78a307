import Foundation
import HostInterface
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The health of a plugin", .timeLimit(.minutes(2)))
struct HealthTests {
    @Test("is degraded from the first problem until the check reports a healthy plugin")
    func since() async throws {
        let health = FickleHealth()
        let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let clock = WallClock(now: { time.withLock(\.self) }, sleep: { try await ContinuousClock().sleep(for: $0) })
        try await withTemporaryFolder { folder in
            try await withPlugin(
                FicklePlugin.self, environment: .test(in: folder, clock: clock),
                adjusting: { $0.override(FickleHealth.self, value: health) }
            ) { plugin in
                let started = await plugin.status()
                #expect(started.state == .running)

                func statusAfterAMinute(_ state: Health) async -> HostContract.Plugin {
                    time.withLock { $0 += 60 }
                    health.set(state)
                    return await plugin.status()
                }
                let found = await statusAfterAMinute(.degraded(reason: "it rains"))
                #expect(found.state == .degraded)
                #expect(found.reason == "sky: it rains")
                #expect(found.since == "2027-01-15T08:01:00.000Z")
                let other = await statusAfterAMinute(.degraded(reason: "it hails"))
                #expect(other.reason == "sky: it hails")
                #expect(other.since == found.since)
                let healthy = await statusAfterAMinute(.healthy)
                #expect(healthy.state == .running)
                #expect(healthy.reason == nil)
                #expect(healthy.since == started.since)
                #expect(await statusAfterAMinute(.degraded(reason: "it snows")).since == "2027-01-15T08:04:00.000Z")
            }
        }
    }

    @Test("is degraded while a check hangs, and the check is neither awaited nor run again")
    func hanging() async throws {
        let health = FickleHealth()
        let timeIsUp = OneShotEvent()
        let clock = WallClock(
            now: WallClock.system.now,
            sleep: { _ in
                await timeIsUp.wait()
                try Task.checkCancellation()
            })
        try await withTemporaryFolder { folder in
            try await withPlugin(
                FicklePlugin.self, environment: .test(in: folder, clock: clock),
                adjusting: { $0.override(FickleHealth.self, value: health) }
            ) { plugin in
                let end = OneShotEvent()
                health.hold(until: end)
                timeIsUp.signal()
                let found = await plugin.status()
                #expect(found.state == .degraded)
                #expect(found.reason == "sky: the health check took longer than 5s")
                await health.asked.wait(for: "asked")
                // The measurements of its jobs change between two calls.
                let later = await plugin.status()
                #expect((later.state, later.reason, later.since) == (found.state, found.reason, found.since))
                #expect(health.asked.events == ["asked"])
                end.signal()
            }
        }
    }

    @Test("a list does not wait for a check that takes long, and has the last status")
    func listing() async throws {
        let health = FickleHealth()
        let limit = Duration.milliseconds(500)
        // Only the limit of the list passes.
        let clock = WallClock(
            now: WallClock.system.now,
            sleep: { duration in if duration != limit { try await Task.sleep(for: .seconds(86_400)) } })
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, clock: clock)
            let host = try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, options: ["plugins.fickle.enabled=true"],
                    registrations: [PluginRegistration(FicklePlugin.self)]),
                environment: environment, router: .host(logger: environment.logger("trellis")),
                adjusting: { _, blueprint in blueprint.override(FickleHealth.self, value: health) })
            try await host.run {
                let end = OneShotEvent()
                health.hold(until: end)
                #expect(await host.plugins(within: limit)[0].state == .running)
                health.set(.degraded(reason: "it rains"))
                end.signal()
                #expect(await host.plugins()[0].reason == "sky: it rains")
            }
        }
    }
}
