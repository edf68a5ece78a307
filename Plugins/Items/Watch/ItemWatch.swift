import Trellis

/// One client's view of the list: what there is, and then every change.
///
/// It holds a number and a page, however much changes while the client reads slowly: items and changes are read from
/// the store when the client takes them, and nothing of the store is held meanwhile. So what there is is not told as of
/// one moment. An item that changed since the watch began is left to its changes, which are all told before
/// ``Event/ready(revision:)``: then the client has the list as it was at that revision, and was told nothing twice.
///
/// One that stays away for longer than changes are kept gets
/// ``ItemStoreError/historyUnavailable(since:oldest:newest:)``.
struct ItemWatch: Sendable {
    /// What a watch tells.
    enum Event: Sendable, Hashable {
        /// There is this item, and it has not changed since the watch began.
        case present(Item)

        /// What there was has been told, up to this revision; from here on changes are.
        case ready(revision: Int)

        /// Something changed.
        case changed(ItemChange)
    }

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
        let start: Int
        if let since = request.since {
            start = since
        } else {
            start = try await environment.revision()
            try await tellItems(unchangedSince: start, tell)
        }
        // As far as there are changes now. A client that is slower than the changes gets there too.
        let now = try await environment.revision()
        var revision = try await tellChanges(after: start, until: now, tell)
        environment.logger.debug("a client watches", metadata: ["revision": "\(revision)"])
        try await tell(.ready(revision: revision))
        for await _ in announcements {
            revision = try await tellChanges(after: revision, until: nil, tell)
        }
        try Task.checkCancellation()
    }

    private func tellItems(unchangedSince revision: Int, _ tell: (Event) async throws -> Void) async throws {
        var position: Int?
        while true {
            let page = try await environment.page(position, environment.pageSize)
            for item in page.items where item.revision <= revision { try await tell(.present(item)) }
            guard page.items.count == environment.pageSize else { return }
            position = page.last
        }
    }

    /// Tells every change after a revision.
    ///
    /// - Parameters:
    ///   - revision: The revision.
    ///   - end: Goes on to this revision at least; nil to go on until there are no more.
    ///   - tell: Takes an event.
    /// - Returns: The revision of the last change that was told.
    /// - Throws: What `tell` and the store throw.
    private func tellChanges(
        after revision: Int, until end: Int?, _ tell: (Event) async throws -> Void
    ) async throws -> Int {
        var revision = revision
        while true {
            // Asked for even when there can be none: the store says whether it still knows what came after.
            let changes = try await environment.changes(revision, environment.pageSize)
            for change in changes { try await tell(.changed(change)) }
            revision = changes.last?.revision ?? revision
            if changes.isEmpty { return revision }
            if let end, revision >= end { return revision }
        }
    }
}
