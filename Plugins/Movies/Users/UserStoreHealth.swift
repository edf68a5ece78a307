import Trellis

/// Says whether what users keep can be read.
struct UserStoreHealth: HealthCheck {
    static let subject = "store of what users keep"

    let store: any UserStore

    func check() async throws -> Health {
        try await store.verify()
        return .healthy
    }
}
