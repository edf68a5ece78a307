import Trellis

/// The health check of the summary store.
struct SummaryStoreHealth: HealthCheck {
    static let subject = "summary store"

    let store: any SummaryStore

    func check() async throws -> Health {
        _ = try await store.newest(1)
        return .healthy
    }
}
