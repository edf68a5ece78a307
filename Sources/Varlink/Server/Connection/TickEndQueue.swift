import NIOCore

/// The connections of one event loop that complete their tick after the loop has read from all readable connections.
///
/// A write wakes the client. If all writes follow the reads, a client that has several connections, or that shares a
/// processor with others, is still running when its next reply is written.
///
/// The queue is separate from that of the event loop, in which a task costs several times as much per connection.
final class TickEndQueue {
    /// A connection that can be queued.
    protocol Element: AnyObject {
        /// Called on the event loop, once for each time that the connection was added.
        func tickDidEnd()
    }

    private var waiting: [any Element] = []

    /// The connections that are being processed, in an array whose memory is reused.
    private var processing: [any Element] = []

    /// Adds a connection that is not in the queue.
    ///
    /// Must be called on the event loop.
    func add(_ element: any Element, on eventLoop: any EventLoop) {
        if waiting.isEmpty {
            // Safe: the closure runs on the event loop that this queue belongs to.
            eventLoop.assumeIsolated().execute { self.run() }
        }
        waiting.append(element)
    }

    private func run() {
        swap(&waiting, &processing)
        for element in processing { element.tickDidEnd() }
        processing.removeAll(keepingCapacity: true)
    }
}

/// The queues of a server, one for each event loop.
final class TickEndQueues: Sendable {
    /// The queues by event loop.
    ///
    /// The event loops are those of SwiftNIO's singleton, which exists until the process ends.
    private let queues = Lock<[ObjectIdentifier: NIOLoopBound<TickEndQueue>]>([:])

    /// Returns the queue of an event loop.
    ///
    /// Must be called on that event loop.
    func queue(on eventLoop: any EventLoop) -> TickEndQueue {
        queues.withLock { queues in
            if let queue = queues[ObjectIdentifier(eventLoop)] { return queue }
            let new = NIOLoopBound(TickEndQueue(), eventLoop: eventLoop)
            queues[ObjectIdentifier(eventLoop)] = new
            return new
        }.value
    }
}
