import NIOCore

/// The connections of one event loop whose turns end when it has read from all that have something to read.
///
/// Writing wakes a client up. One that has several connections, or shares a processor with others, is awake for the
/// next answers while they are written one after the other, and has not fallen asleep between them.
///
/// A list of its own, because the event loop's own list of tasks costs a connection several times as much.
final class TurnEnds {
    private var waiting: [ServerConnectionHandler] = []

    /// Those that are being ended; kept for its memory.
    private var ending: [ServerConnectionHandler] = []

    /// Enters a connection, which is not entered.
    ///
    /// On the event loop.
    func add(_ handler: ServerConnectionHandler, on eventLoop: any EventLoop) {
        if waiting.isEmpty {
            // Safe: the closure runs on the event loop that this belongs to, as all of it does.
            eventLoop.assumeIsolated().execute { self.run() }
        }
        waiting.append(handler)
    }

    private func run() {
        swap(&waiting, &ending)
        for handler in ending { handler.endScheduledTurn() }
        ending.removeAll(keepingCapacity: true)
    }
}

extension VarlinkServer {
    /// What ends the turns of this server's connections on an event loop.
    ///
    /// On that event loop.
    func turnEnds(on eventLoop: any EventLoop) -> TurnEnds {
        turnEnds.withLock { known in
            if let known = known[ObjectIdentifier(eventLoop)] { return known }
            let new = NIOLoopBound(TurnEnds(), eventLoop: eventLoop)
            known[ObjectIdentifier(eventLoop)] = new
            return new
        }.value
    }
}
