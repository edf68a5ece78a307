import Trellis

/// One client's view of the list: what there is, and then every change.
///
/// It holds a number and a page, however much changes while the client reads slowly: the changes are read from the store
/// when the client takes them. One that stays away for longer than changes are kept gets
/// ``ItemStoreError/historyUnavailable(since:oldest:newest:)``.
struct ItemWatch: Sendable {
    /// What a watch tells.
    enum Event: Sendable, Hashable {
        /// There is this item.
        case present(Item)

        /// What there was has been told, up to this revision; from here on changes are.
        case ready(revision: Int)

        /// Something changed.
        case changed(ItemChange)
    }

    /// How many items or changes are read at a time.
    static let pageSize = 256

    private let request: WatchRequest
    private let environment: WatchEnvironment

    init(request: WatchRequest, environment: WatchEnvironment) {
        self.request = request
        self.environment = environment
    }

    /// Tells everything, until the list is closed or the task is cancelled.
    ///
    /// - Parameter tell: Takes an event, and returns when the client can take the next.
    /// - Throws: What `tell` and the store throw, and `CancellationError`.
    func run(_ tell: (Event) async throws -> Void) async throws {
        // Listening comes first: a change after it is announced, one before it is in what is read next.
        let announcements = environment.announcements()
        var revision: Int
        if let since = request.since {
            revision = try await tellChanges(after: since, tell)
        } else {
            revision = try await tellItems(tell)
        }
        environment.logger.debug("a client watches", metadata: ["revision": "\(revision)"])
        try await tell(.ready(revision: revision))
        for await _ in announcements {
            revision = try await tellChanges(after: revision, tell)
        }
        try Task.checkCancellation()
    }

    private func tellItems(_ tell: (Event) async throws -> Void) async throws -> Int {
        let snapshot = try await environment.snapshot()
        var position: Int?
        while true {
            let page = try await snapshot.page(after: position, limit: Self.pageSize)
            guard let last = page.last else { return snapshot.revision }
            for item in page.items { try await tell(.present(item)) }
            position = last
        }
    }

    /// Tells every change after a revision, and gives the revision of the last.
    private func tellChanges(after revision: Int, _ tell: (Event) async throws -> Void) async throws -> Int {
        var revision = revision
        while true {
            let changes = try await environment.changes(revision, Self.pageSize)
            guard let last = changes.last else { return revision }
            for change in changes { try await tell(.changed(change)) }
            revision = last.revision
        }
    }
}
