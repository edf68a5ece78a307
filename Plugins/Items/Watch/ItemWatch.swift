import Trellis

/// A client's watch of the list: the current items, followed by every change.
///
/// Items and changes are read from the store when the client can receive them, so a slow client requires memory for one
/// page and no snapshot of the store. The initial items are therefore not a snapshot. An item that changes after the
/// watch begins is omitted from the initial items; its changes are sent before ``Event/ready(revision:)`` instead. At
/// that event, the client has the list at the reported revision, and has received no duplicates.
///
/// A client whose next changes have been pruned receives ``ItemStoreError/historyUnavailable(since:oldest:newest:)``.
struct ItemWatch: Sendable {
    /// An event of a watch.
    enum Event: Sendable, Hashable {
        /// An existing item that has not changed since the watch began.
        case present(Item)

        /// The end of the initial events: the client has the list at this revision.
        case ready(revision: Int)

        /// A change of the list.
        case changed(ItemChange)
    }

    private let request: WatchRequest
    private let environment: WatchEnvironment

    init(request: WatchRequest, environment: WatchEnvironment) {
        self.request = request
        self.environment = environment
    }

    /// Sends events until the store closes or the task is cancelled.
    ///
    /// - Parameter send: Sends an event, and returns when the client can receive the next.
    /// - Throws: The errors of `send` and of the store; `CancellationError` when the task is cancelled.
    func run(_ send: (Event) async throws -> Void) async throws {
        // The watch subscribes before the first read, so that a change is either read below or announced.
        let announcements = environment.announcements()
        let start: Int
        if let since = request.since {
            start = since
        } else {
            start = try await environment.revision()
            try await sendItems(unchangedSince: start, send)
        }
        // This revision ends the initial events even if further changes follow, so that a slow client also receives
        // `ready`.
        let now = try await environment.revision()
        var revision = try await sendChanges(after: start, until: now, send)
        environment.logger.debug("watch is ready", metadata: ["revision": "\(revision)"])
        try await send(.ready(revision: revision))
        for await _ in announcements {
            revision = try await sendChanges(after: revision, until: nil, send)
        }
        try Task.checkCancellation()
    }

    private func sendItems(unchangedSince revision: Int, _ send: (Event) async throws -> Void) async throws {
        var position: Int?
        while true {
            let page = try await environment.page(position, environment.pageSize)
            for item in page.items where item.revision <= revision { try await send(.present(item)) }
            guard page.items.count == environment.pageSize else { return }
            position = page.last
        }
    }

    /// Sends the changes after a revision.
    ///
    /// - Parameters:
    ///   - revision: The revision after which the changes start.
    ///   - end: The last revision that must be sent; later changes may be sent, too. Nil to send all changes.
    ///   - send: Sends an event to the client.
    /// - Returns: The revision of the last change that was sent.
    /// - Throws: The errors of `send` and of the store.
    private func sendChanges(
        after revision: Int, until end: Int?, _ send: (Event) async throws -> Void
    ) async throws -> Int {
        var revision = revision
        while true {
            // The changes are read even when none is expected, because the store throws if the history is unavailable.
            let changes = try await environment.changes(revision, environment.pageSize)
            for change in changes { try await send(.changed(change)) }
            revision = changes.last?.revision ?? revision
            if changes.isEmpty { return revision }
            if let end, revision >= end { return revision }
        }
    }
}
