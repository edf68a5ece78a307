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

        /// The check is not created before its creation is cancelled.
        case sleepy
    }

    struct Configuration: PluginConfiguration {
        let mood: Mood

        init(from settings: Settings) { mood = settings.choice("mood", default: .good, "The results of the check.") }
    }

    static let manifest = PluginManifest(name: "moody", version: "1.0.0", summary: "Is healthy or not.")

    init(configuration: Configuration) {}

    func assemble(_ blueprint: inout Blueprint) { blueprint.check(MoodCheck.init(configuration:)) }
}

final class MoodCheck: HealthCheck {
    static let subject = "mood"
    private let mood: MoodyPlugin.Mood
    private let checks = Atomic(0)

    init(configuration: MoodyPlugin.Configuration) async throws {
        mood = configuration.mood
        if mood == .sleepy { try await Task.sleep(for: .seconds(86_400)) }
    }

    func check() async throws -> Health {
        let isFirst = checks.wrappingAdd(1, ordering: .relaxed).oldValue == 0
        let isHealthy = mood == .good || mood == .cheerful || mood == .worsening && isFirst
        return isHealthy ? .healthy : .degraded(reason: "in a bad mood")
    }
}
