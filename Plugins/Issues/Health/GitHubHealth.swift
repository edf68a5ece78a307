import Trellis

/// Says whether GitHub answers.
///
/// It asks nobody: it says what the last requests found.
struct GitHubHealth: HealthCheck {
    static let subject = "GitHub"

    private let availability: GitHubAvailability

    init(availability: GitHubAvailability) {
        self.availability = availability
    }

    func check() async throws -> Health {
        switch availability.trouble {
        case nil:
            .healthy
        case .away(let since, let reason):
            .degraded(reason: "it can't be reached since \(since.rfc3339): \(reason)")
        case .rateLimited(let since, let until):
            .degraded(reason: "it takes no requests since \(since.rfc3339), until \(until.rfc3339)")
        case .tokenRefused(let since):
            .degraded(reason: "it does not accept the token since \(since.rfc3339)")
        }
    }
}
