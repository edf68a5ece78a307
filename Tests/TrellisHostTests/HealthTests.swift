import Foundation
import HostInterface
import Synchronization
import Testing
import Trellis
import TrellisTesting

@Suite("The health of a plugin")
struct HealthTests {
    @Test("is told with the time at which something amiss was first found, until it is found well")
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
                #expect(await statusAfterAMinute(.healthy) == started)
                #expect(await statusAfterAMinute(.degraded(reason: "it snows")).since == "2027-01-15T08:04:00.000Z")
            }
        }
    }
}

/// A plugin whose health a test decides.
private struct FicklePlugin: Plugin {
    struct Configuration: PluginConfiguration {
        init(from settings: Settings) {}
    }

    static let manifest = PluginManifest(name: "fickle", version: "1.0.0", summary: "Is well, or not.")

    init(configuration: Configuration) {}

    func assemble(_ blueprint: inout Blueprint) {
        blueprint.provide(FickleHealth.init)
        blueprint.check(FickleCheck.init(health:))
    }
}

private final class FickleHealth: Sendable {
    private let state = Mutex(Health.healthy)

    var value: Health { state.withLock(\.self) }

    func set(_ value: Health) {
        state.withLock { $0 = value }
    }
}

private struct FickleCheck: HealthCheck {
    static let subject = "sky"
    let health: FickleHealth

    func check() async throws -> Health { health.value }
}
