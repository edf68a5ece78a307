extension ServerConnection {
    /// Whether the unread bytes are below the high-water mark.
    var hasRoom: Bool {
        state.withLock { $0.output.hasRoom }
    }

    /// Whether all bytes have been written to the socket.
    var isDrained: Bool {
        state.withLock { $0.output.isDrained }
    }

    /// Sends a reply that is not the final one.
    ///
    /// Waits while the unread bytes exceed the high-water mark.
    func send(_ reply: [UInt8], of call: CallState.Number) async throws {
        while true {
            try Task.checkCancellation()
            let mustFlush = try state.withLock { (state) throws(ServerCallError) -> Bool? in
                if state.output.isClosed { throw .connectionClosed }
                if !state.calls.isOpen(call) { throw .ended }
                if state.senders.hasTimedOut { throw .unreadReplyTimeout }
                if !state.output.hasRoom { return nil }
                return state.output.append(reply)
            }
            if let mustFlush {
                if mustFlush { onEventLoop { $0.flush() } }
                return
            }
            try await waitForRoom()
        }
    }

    /// Appends replies of the event loop, which writes them at the end of the tick.
    func append(_ replies: [UInt8]) {
        if replies.isEmpty { return }
        _ = state.withLock { $0.output.append(replies) }
    }

    /// Takes the pending bytes, for the event loop to write.
    ///
    /// - Parameter last: Bytes to write after the pending ones.
    /// - Returns: The bytes to write.
    func takePending(followedBy last: [UInt8]) -> [UInt8] {
        state.withLock { $0.output.take(followedBy: last) }
    }

    /// Records that SwiftNIO has written bytes to the socket, and resumes the senders if there is room.
    func didWrite(_ count: Int) {
        let waiters = state.withLock { state in
            state.output.didWrite(count)
            return state.output.hasRoom ? state.senders.removeAll() : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Drops pending replies, and resumes the senders, because the channel is closed.
    func closeOutput() {
        let waiters = state.withLock { state in
            state.output.close()
            return state.senders.removeAll()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the unread bytes may be below the high-water mark.
    ///
    /// The caller reads the state again afterwards.
    private func waitForRoom() async throws {
        let waiter = state.withLock { $0.senders.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (mayContinue, isFirst) = state.withLock { state in
                    if Task.isCancelled || state.output.isClosed || state.output.hasRoom { return (true, false) }
                    return (false, state.senders.add(continuation, as: waiter))
                }
                if mayContinue { continuation.resume() }
                if isFirst { onEventLoop { $0.watchClientReads() } }
            }
        } onCancel: {
            state.withLock { $0.senders.remove(waiter) }?.resume(throwing: CancellationError())
        }
    }

    /// Whether a sender waits for the client to read.
    var hasSenders: Bool {
        state.withLock { !$0.senders.isEmpty }
    }

    /// Ends the stream of a client that does not read.
    func timeOutSenders() {
        let waiters = state.withLock { $0.senders.timeOut() }
        for waiter in waiters { waiter.resume() }
    }
}

/// Passes the replies of one call to its connection.
struct ConnectionReplySink: ReplySink {
    let connection: ServerConnection
    let call: CallState.Number
    let isOneway: Bool

    var parameterLimit: Int { connection.inputLimit }

    func charge(_ size: Int) throws(ServerCallError) {
        try connection.charge(size, to: call)
    }

    func send(_ reply: [UInt8]) async throws {
        try await connection.send(reply, of: call)
    }

    func abandon(with error: any Error) {
        connection.abandon(call, isOneway: isOneway, with: error)
    }
}
