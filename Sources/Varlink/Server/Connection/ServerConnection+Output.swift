import Glibc
import NIOCore

extension ServerConnection {
    /// Whether the client has read enough to be sent more; if not, the event loop is told when it has.
    func hasRoomOrTell() -> Bool {
        state.withLock { $0.output.hasRoomOrTell() }
    }

    /// Writes answers, on the event loop.
    func write(_ bytes: [UInt8], on descriptor: CInt?) {
        perform(state.withLock { $0.output.write(bytes, on: descriptor) })
    }

    /// Takes a reply after which others follow, and waits while too much is unread.
    func send(_ reply: [UInt8], of call: CallState.Number) async throws {
        while true {
            try Task.checkCancellation()
            let step = try state.withLock { (state) throws(ServerCallError) -> OutputState.Step? in
                if state.output.isClosed { throw .clientGone }
                if !state.calls.isOpen(call) { throw .ended }
                if state.senders.areStuck { throw .clientStuck }
                if !state.output.hasRoom { return nil }
                return state.output.write(reply)
            }
            if let step { return perform(step) }
            try await waitForRoom()
        }
    }

    /// Whether the socket has taken everything.
    var isDrained: Bool {
        state.withLock { $0.output.isDrained }
    }

    /// Hands what is pending to the event loop.
    func takePending() -> [UInt8] {
        state.withLock { $0.output.take() }
    }

    /// So many bytes that the event loop wrote are in the socket's buffer.
    func didWrite(_ count: Int) {
        let waiters = state.withLock { state in
            state.output.didWrite(count)
            return state.output.hasRoom ? state.senders.removeAll() : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Says that nothing more is written after what there is.
    ///
    /// - Returns: Whether all has been written. If not, the event loop is told when it has.
    func endOutput() -> Bool {
        state.withLock { $0.output.end() }
    }

    /// Says that nobody reads any more.
    func closeOutput() {
        let (step, waiters) = state.withLock { state in (state.output.close(), state.senders.removeAll()) }
        perform(step)
        for waiter in waiters { waiter.resume() }
    }

    /// Does what a transition of the output asks for, and what follows from that.
    func perform(_ step: OutputState.Step) {
        var step = step
        while case .write(let bytes, let descriptor) = step {
            // The descriptor is not closed meanwhile: closing waits for the report.
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            step = state.withLock { $0.output.wrote(count, of: bytes, to: descriptor) }
        }
        switch step {
        case .nothing, .write: break
        case .flush: onEventLoop { $0.flush() }
        case .tellDrained:
            for waiter in state.withLock({ $0.senders.removeAll() }) { waiter.resume() }
            onEventLoop { $0.outputDidDrain() }
        case .close(let descriptor): _ = Glibc.close(descriptor)
        }
    }

    /// Waits until there may be room; the state is read again after it.
    private func waitForRoom() async throws {
        let waiter = state.withLock { $0.senders.makeName() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (mayGo, isFirst) = state.withLock { state in
                    if Task.isCancelled || state.output.isClosed || state.output.hasRoomOrTell() {
                        return (true, false)
                    }
                    return (false, state.senders.add(continuation, as: waiter))
                }
                if mayGo { continuation.resume() }
                if isFirst { onEventLoop { $0.watchReader() } }
            }
        } onCancel: {
            state.withLock { $0.senders.remove(waiter) }?.resume(throwing: CancellationError())
        }
    }

    /// Whether somebody waits for the client to read.
    var hasSenders: Bool {
        state.withLock { !$0.senders.isEmpty }
    }

    /// Gives up on a client that does not read: its stream is ended.
    func giveUpReader() {
        let waiters = state.withLock { $0.senders.giveUp() }
        for waiter in waiters { waiter.resume() }
    }
}

/// The replies of one call, on their way to its connection.
struct ConnectionReplySink: ReplySink {
    let connection: ServerConnection
    let call: CallState.Number

    var parameterLimit: Int { connection.inputLimit }

    func charge(_ size: Int) throws(ServerCallError) {
        try connection.charge(size, to: call)
    }

    func send(_ reply: [UInt8]) async throws {
        try await connection.send(reply, of: call)
    }
}
