import Trellis

/// Copies the list for one client: the items as they are at one moment.
///
/// The store has to keep that moment as long as the client takes, so it may not take for ever.
struct ItemExport: Sendable {
    /// The client has taken longer than it may.
    struct TimedOut: Error {
        var limit: Duration
    }

    private let store: any ItemStore
    private let limit: Duration
    private let clock: WallClock

    init(store: any ItemStore, configuration: ItemsConfiguration, clock: WallClock) {
        self.store = store
        self.limit = configuration.timeoutExport
        self.clock = clock
    }

    /// Tells every item but the last.
    ///
    /// - Parameter tell: Takes an item, and returns when the client can take the next.
    /// - Returns: The last item; nil when there is none.
    /// - Throws: ``TimedOut``; what `tell` and the store throw; `CancellationError`.
    func run(_ tell: @escaping @Sendable (Item) async throws -> Void) async throws -> Item? {
        try await withThrowingTaskGroup(of: Item?.self) { group in
            group.addTask { try await copy(tell) }
            group.addTask {
                try await clock.sleep(limit)
                throw TimedOut(limit: limit)
            }
            defer { group.cancelAll() }
            // The one that ends first: the sleep does only by throwing.
            return try await group.next() ?? nil
        }
    }

    private func copy(_ tell: (Item) async throws -> Void) async throws -> Item? {
        let snapshot = try await store.snapshot()
        var held: Item?
        var position: Int?
        while true {
            let page = try await snapshot.page(after: position, limit: ItemPage.usualSize)
            for item in page.items {
                if let held { try await tell(held) }
                held = item
            }
            guard page.items.count == ItemPage.usualSize else { return held }
            position = page.last
        }
    }
}
