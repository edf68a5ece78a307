import Trellis

/// The health check of the store.
struct EntryStoreHealth: HealthCheck {
    static let subject = "database"

    let store: EntryStore

    func check() async throws -> Health {
        try await store.verify()
        return .healthy
    }
}
