import Trellis

/// Checks whether the store of items works.
struct ItemStoreHealth: HealthCheck {
    static let subject = "item store"

    let store: any ItemStore

    func check() async throws -> Health {
        try await store.verify()
        return .healthy
    }
}
