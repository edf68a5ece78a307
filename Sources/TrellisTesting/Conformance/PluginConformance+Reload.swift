import Trellis
import TrellisHost

extension PluginConformance {
    /// Reloads an equal configuration.
    func reloadViolations() async throws -> [ConformanceFinding] {
        try await trial(at: "a reload with an equal configuration") { trial in
            try await trial.host.run {
                let scopes = try trial.host.openScopes(of: name).map(ObjectIdentifier.init)
                let changes = try await trial.host.reload()
                var reasons = changes.filter { $0.action != .keep }.map { "\($0.action.rawValue): \($0.reason ?? "")" }
                if try trial.host.openScopes(of: name).map(ObjectIdentifier.init) != scopes {
                    reasons.append("the plugin has other scopes than before")
                }
                if let obstacle = try trial.host.obstacleOfEqualConfiguration(of: name) { reasons.append(obstacle) }
                return reasons.map {
                    ConformanceFinding(
                        "an equal configuration changes the plugin: \($0)", at: "a reload with an equal configuration",
                        because: "A reload would close connections and reopen files without need",
                        advice:
                            "Let equal configurations assemble equal blueprints: carried values are Equatable, and contain no "
                            + "random values, times or new objects")
                }
            }
        }
    }
}
