import Trellis

/// An exporter that sends the items as they are at one moment, within a timeout.
///
/// The store keeps its snapshot until the client has received all items, so the duration of an export is limited.
struct ItemExporter: Sendable {
    /// The error that is thrown when the client exceeds the timeout.
    struct TimedOut: Error {
        var limit: Duration
    }

    private let store: any ItemReader
    private let limit: Duration
    private let clock: WallClock

    init(store: any ItemReader, timeout limit: Duration, clock: WallClock) {
        self.store = store
        self.limit = limit
        self.clock = clock
    }

    /// Sends every item.
    ///
    /// - Parameter send: Sends an item, and returns when the client can receive the next.
    /// - Throws: ``TimedOut``; the errors of `send` and of the store; `CancellationError`.
    func run(_ send: @escaping @Sendable (Item) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sendItems(send) }
            group.addTask {
                try await clock.sleep(limit)
                throw TimedOut(limit: limit)
            }
            defer { group.cancelAll() }
            // The task that ends first determines the result. The timer always ends by throwing.
            try await group.next()
        }
    }

    private func sendItems(_ send: (Item) async throws -> Void) async throws {
        let snapshot = try await store.snapshot()
        var position: Int?
        while true {
            let page = try await snapshot.page(after: position, limit: ItemPage.defaultSize)
            for item in page.items { try await send(item) }
            guard page.items.count == ItemPage.defaultSize else { return }
            position = page.last
        }
    }
}
