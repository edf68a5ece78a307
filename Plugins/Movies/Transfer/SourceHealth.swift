import Trellis
import TrellisHTTP

/// Says whether the source of the titles is there, and since when it is not.
struct SourceHealth: HealthCheck {
    static let subject = "source of titles"

    let monitor: SourceMonitor

    func check() async throws -> Health {
        let away = monitor.away.sorted { $0.key.rawValue < $1.key.rawValue }
        if away.isEmpty { return .healthy }
        let sentences = away.map { "\($0.rawValue) is away since \($1.since.rfc3339): \($1.reason)" }
        return .degraded(reason: sentences.joined(separator: "; "))
    }
}
