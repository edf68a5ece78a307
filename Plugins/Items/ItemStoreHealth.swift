import Trellis

/// The health check of the item store.
struct ItemStoreHealth: HealthCheck {
    static let subject = "item store"

    let store: any ItemMaintenance

    func check() async throws -> Health {
        try await store.verify()
        return .healthy
    }
}
