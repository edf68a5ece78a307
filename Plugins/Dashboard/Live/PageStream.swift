import NIOCore
import ServiceLifecycle
import Trellis

/// The connection of one page to its server-sent events.
struct PageStream: Sendable {
    /// The time for which a browser may read the events that wait when the dashboard stops.
    private static let grace = Duration.seconds(1)

    private let session: WebSession
    private let sessions: WebSessions
    private let record: UsageRecord
    private let clock: WallClock
    private let start: StreamPosition?

    init(
        session: WebSession, sessions: WebSessions, record: UsageRecord, clock: WallClock, after start: StreamPosition?
    ) {
        (self.session, self.sessions, self.record, self.clock, self.start) = (session, sessions, record, clock, start)
    }

    /// Sends events until the session ends, the plugin stops, or the browser closes the connection.
    ///
    /// - Parameter write: Writes bytes to the browser, and waits while the browser does not read.
    /// - Throws: The error of the connection; `CancellationError` when the browser has closed it, or does not read its events.
    func run(writing write: (ByteBuffer) async throws -> Void) async throws {
        let started = try await session.caller.call("io.trellis.Host.Describe")["started"]?.stringValue ?? ""
        let feed = PageFeed(session: session, record: record, clock: clock, after: start, in: started)
        try await withoutActuallyEscaping(write) { write in
            let writer = ExclusiveWriter(write: write)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                    while let text = try await feed.next(), sessions.isOpen(session) {
                        try await feed.watchingWrite { try await writer.write(ByteBuffer(string: text)) }
                    }
                }
                group.addTask {
                    try await gracefulShutdown()
                    feed.end()
                    try await clock.sleep(Self.grace)
                    throw CancellationError()
                }
                group.addTask { try await feed.run() }
                defer { group.cancelAll() }
                // The first task that ends is the writer, or a task that throws.
                try await group.next()
            }
        }
    }
}

/// The function that writes to the browser.
///
/// Safe to pass to a task: only one task of the group calls the function, and the group is awaited while the function exists.
private struct ExclusiveWriter: @unchecked Sendable {
    let write: (ByteBuffer) async throws -> Void
}
