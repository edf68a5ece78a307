import Trellis

/// The health check of the item store.
struct ItemStoreHealth: HealthCheck {
    static let subject = "item store"

    let store: any ItemStore

    func check() async throws -> Health {
        try await store.verify()
        return .healthy
    }
}
