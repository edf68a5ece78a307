import ServiceLifecycle
import Synchronization
import Trellis

/// A plugin whose health depends on its configuration, for reloads.
struct MoodyPlugin: Plugin {
    /// The results of the health check.
    enum Mood: String, Sendable, CaseIterable {
        /// The check succeeds.
        case good

        /// The check succeeds, with another configuration than ``good``.
        case cheerful

        /// The check fails.
        case bad

        /// The first check succeeds, and the next ones fail.
        case worsening

        /// The checks succeed, and the service fails at the third one, when a reload has returned.
        case leaving

        /// The check is not created before its creation is cancelled.
        case sleepy
    }

    struct Configuration: PluginConfiguration {
        let mood: Mood

        init(from settings: Settings) { mood = settings.choice("mood", default: .good, "The results of the check.") }
    }

    static let manifest = PluginManifest(name: "moody", version: "1.0.0", summary: "Is healthy or not.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        blueprint.provide(MoodChecks.init)
        blueprint.check(MoodCheck.init(configuration:checks:))
        blueprint.run(MoodService.init(configuration:checks:))
    }
}

/// The number of checks of one generation.
///
/// The first check precedes the switch to the generation.
final class MoodChecks: Sendable {
    private let count = Atomic(0)
    private let (thirds, third) = AsyncStream.makeStream(of: Void.self)

    init() {}

    /// Counts a check.
    ///
    /// - Returns: Whether it is the first one.
    func add() -> Bool {
        let old = count.wrappingAdd(1, ordering: .relaxed).oldValue
        if old == 2 { third.finish() }
        return old == 0
    }

    /// Waits for the third check.
    func waitForThird() async { for await _ in thirds {} }
}

/// A service that fails with the mood ``MoodyPlugin/Mood/leaving``.
struct MoodService: Service {
    let configuration: MoodyPlugin.Configuration
    let checks: MoodChecks

    func run() async throws {
        guard configuration.mood == .leaving else { return try await gracefulShutdown() }
        await checks.waitForThird()
        throw PluginFailure(.unavailable, "it left")
    }
}

final class MoodCheck: HealthCheck {
    static let subject = "mood"
    private let mood: MoodyPlugin.Mood
    private let checks: MoodChecks

    init(configuration: MoodyPlugin.Configuration, checks: MoodChecks) async throws {
        (mood, self.checks) = (configuration.mood, checks)
        if mood == .sleepy { try await Task.sleep(for: .seconds(86_400)) }
    }

    func check() async throws -> Health {
        let isFirst = checks.add()
        let isHealthy = [.good, .cheerful, .leaving].contains(mood) || mood == .worsening && isFirst
        return isHealthy ? .healthy : .degraded(reason: "in a bad mood")
    }
}
