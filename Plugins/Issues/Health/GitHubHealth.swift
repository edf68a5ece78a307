import Trellis

/// The health check of the connection to GitHub.
///
/// The check reports the outcome of the latest requests, without sending a request.
struct GitHubHealth: HealthCheck {
    static let subject = "GitHub"

    private let availability: GitHubAvailability

    init(availability: GitHubAvailability) {
        self.availability = availability
    }

    func check() async throws -> Health {
        switch availability.problem {
        case nil:
            .healthy
        case .unavailable(let since, let reason):
            .degraded(reason: "unavailable since \(since.rfc3339): \(reason)")
        case .rateLimited(let since, let until):
            .degraded(reason: "rate limited since \(since.rfc3339), until \(until.rfc3339)")
        case .tokenRejected(let since):
            .degraded(reason: "token rejected since \(since.rfc3339); log in again, or replace the credential")
        }
    }
}
