import Synchronization
import Trellis

@testable import TrellisHost

/// A plugin whose health the test controls.
struct FicklePlugin: Plugin {
    struct Configuration: PluginConfiguration {
        init(from settings: Settings) {}
    }

    static let manifest = PluginManifest(name: "fickle", version: "1.0.0", summary: "Changes its health.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        blueprint.provide(FickleHealth.init)
        blueprint.check(FickleCheck.init(health:))
    }
}

/// The health of ``FicklePlugin``, which the test changes.
final class FickleHealth: Sendable {
    private let state = Mutex(Health.healthy)
    private let held = Mutex<OneShotEvent?>(nil)

    /// Records "asked" for each check.
    let asked = Recorder()

    var value: Health { state.withLock(\.self) }

    /// Waits while the test holds the check, even if the task is cancelled.
    func wait() async {
        asked.note("asked")
        await held.withLock(\.self)?.waitIgnoringCancellation()
    }

    func hold(until event: OneShotEvent) {
        held.withLock { $0 = event }
    }

    func set(_ value: Health) {
        state.withLock { $0 = value }
    }
}

/// Reports the health.
struct FickleCheck: HealthCheck {
    static let subject = "sky"
    let health: FickleHealth

    func check() async throws -> Health {
        await health.wait()
        return health.value
    }
}
