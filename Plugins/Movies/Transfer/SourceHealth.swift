import Trellis
import TrellisHTTP

/// The health check that reports the outages of the source's servers.
struct SourceHealth: HealthCheck {
    static let subject = "source of titles"

    let monitor: SourceMonitor

    func check() async throws -> Health {
        let outages = monitor.outages.sorted { $0.key.rawValue < $1.key.rawValue }
        if outages.isEmpty { return .healthy }
        let sentences = outages.map { "\($0.rawValue) has been unavailable since \($1.since.rfc3339): \($1.reason)" }
        return .degraded(reason: sentences.joined(separator: "; "))
    }
}
