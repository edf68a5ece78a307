import Trellis

/// The health check of the user store.
struct UserStoreHealth: HealthCheck {
    static let subject = "user store"

    let store: any UserStoreMaintenance

    func check() async throws -> Health {
        try await store.verify()
        return .healthy
    }
}
