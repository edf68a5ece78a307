public import Foundation
public import Logging

/// A value with a revision: the number of a change, or of the last change of an element.
///
/// Each change of a list has a larger number than all changes before it, which ``Revision/next(after:at:)`` returns. The
/// revision 0 is that of the empty list before its first change.
public protocol Revisioned: Sendable {
    /// The number of the change; of an element, the number of its last change.
    var revision: Int { get }
}

/// The arguments of a watch.
public struct WatchRequest: Sendable, Hashable {
    /// The revision after which changes are sent; nil for the current elements, followed by the changes from now on.
    public var since: Int?

    /// Creates the arguments of a watch.
    ///
    /// - Parameter since: The revision after which changes are sent; nil for the current elements and all later changes.
    public init(since: Int? = nil) {
        self.since = since
    }
}

/// A client's watch of a list: the current elements, followed by every change.
///
/// ```swift
/// blueprint.scene(WatchRequest.self, ListWatch<Item, ItemChange>.self) { scene in
///     scene.provide(ListWatch<Item, ItemChange>.Environment.init(plugin:store:))
///     scene.provide(ListWatch<Item, ItemChange>.init(request:environment:))
/// }
/// ```
///
/// Elements and changes are read from the store when the client can receive them, so a slow client requires memory for
/// one page and no snapshot of the store. The initial elements are therefore not a snapshot. An element that changes
/// after the watch begins is omitted from the initial elements; its changes are sent before ``Event/ready(revision:)``
/// instead. At that event, the client has the list at the reported revision, and has received no duplicates.
///
/// A client whose next changes have been pruned receives the error of ``Environment/changes``.
public struct ListWatch<Element: Revisioned, Change: Revisioned>: Sendable {
    /// An event of a watch.
    public enum Event: Sendable {
        /// An existing element that has not changed since the watch began.
        case present(Element)

        /// The end of the initial events: the client has the list at this revision.
        case ready(revision: Int)

        /// A change of the list.
        case changed(Change)
    }

    /// A page of the current elements.
    public struct Page: Sendable {
        /// The elements, in the order of their positions.
        public var elements: [Element]

        /// The position of the last element; nil when the page is empty.
        public var last: Int?

        /// Creates a page.
        ///
        /// - Parameters:
        ///   - elements: The elements, in the order of their positions.
        ///   - last: The position of the last element; nil when the page is empty.
        public init(elements: [Element], last: Int?) {
            self.elements = elements
            self.last = last
        }
    }

    /// The operations that a watch uses, none of which changes the list.
    public struct Environment: Sendable {
        /// Returns the revision of the last change; 0 when there was none.
        public var revision: @Sendable () async throws -> Int

        /// Returns a page of elements after a position; nil for the first page.
        ///
        /// Only the last page has fewer elements than the limit.
        public var page: @Sendable (_ position: Int?, _ limit: Int) async throws -> Page

        /// Returns changes after a revision, in the order of their revisions; empty when there are none.
        ///
        /// Throws an error when changes after the revision were pruned, or when the list has no change with this revision.
        public var changes: @Sendable (_ revision: Int, _ limit: Int) async throws -> [Change]

        /// The maximum number of elements or changes to read at once.
        public var pageSize: Int

        /// Returns a stream that yields after new changes, as that of a ``ChangeSignal``.
        public var announcements: @Sendable () -> AsyncStream<Void>

        /// The plugin's logger.
        public var logger: Logger

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - revision: Returns the revision of the last change.
        ///   - page: Returns a page of elements after a position.
        ///   - changes: Returns changes after a revision.
        ///   - pageSize: The maximum number of elements or changes to read at once, at least 1.
        ///   - announcements: Returns a stream that yields after new changes.
        ///   - logger: The plugin's logger.
        public init(
            revision: @escaping @Sendable () async throws -> Int,
            page: @escaping @Sendable (_ position: Int?, _ limit: Int) async throws -> Page,
            changes: @escaping @Sendable (_ revision: Int, _ limit: Int) async throws -> [Change],
            pageSize: Int = 64, announcements: @escaping @Sendable () -> AsyncStream<Void>, logger: Logger
        ) {
            self.revision = revision
            self.page = page
            self.changes = changes
            self.pageSize = pageSize
            self.announcements = announcements
            self.logger = logger
        }
    }

    private let request: WatchRequest
    private let environment: Environment

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - request: The revision after which the watch begins.
    ///   - environment: The operations of the store.
    public init(request: WatchRequest, environment: Environment) {
        self.request = request
        self.environment = environment
    }

    /// Sends events until the store closes or the task is cancelled.
    ///
    /// - Parameter send: Sends an event, and returns when the client can receive the next.
    /// - Throws: The errors of `send` and of the store; `CancellationError` when the task is cancelled.
    public func run(_ send: (Event) async throws -> Void) async throws {
        // The watch subscribes before the first read, so that a change is either read below or announced.
        let announcements = environment.announcements()
        let start: Int
        if let since = request.since {
            start = since
        } else {
            start = try await environment.revision()
            try await sendElements(unchangedSince: start, send)
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

    private func sendElements(unchangedSince revision: Int, _ send: (Event) async throws -> Void) async throws {
        var position: Int?
        while true {
            let page = try await environment.page(position, environment.pageSize)
            for element in page.elements where element.revision <= revision { try await send(.present(element)) }
            guard page.elements.count == environment.pageSize else { return }
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

extension ListWatch.Event: Equatable where Element: Equatable, Change: Equatable {}

/// The numbers of the changes of a list, of which none is used twice.
///
/// The state of a list can be lost: a backup or a snapshot of the file system is restored, or the list was in memory. Its
/// next changes then need other numbers than the lost ones, because clients still have these: they pass them to resume a
/// stream, or to change an element only if it is unchanged. A revision therefore contains the time:
///
/// ```swift
/// let revision = Revision.next(after: last, at: clock.now())
/// ```
///
/// A stream that resumes after a revision that the list does not have must fail, because the client has a list that no
/// longer exists.
public enum Revision {
    /// Returns the revision of the next change.
    ///
    /// - Parameters:
    ///   - last: The revision of the last change; 0 if there was none.
    ///   - time: The time of the change.
    /// - Returns: The time in microseconds since 1970, or the number after the last revision, whichever is larger. The
    ///   revision is not that of a lost change, unless the clock was set back by more than the time since the loss. After
    ///   the largest integer, which only a damaged list has, the revision is the same again.
    public static func next(after last: Int, at time: Date) -> Int {
        let (next, isOutOfRange) = last.addingReportingOverflow(1)
        return isOutOfRange ? last : max(next, Int(time.timeIntervalSince1970 * 1_000_000))
    }
}
