import NIOCore

/// The task side of a connection: serves its calls one after the other, each on the executor of its interface.
///
/// The other side is ``ServerConnectionHandler``, which lives on the connection's event loop. The handler hands over
/// calls through the mailbox; their replies go back through the outbox.
final class ServerConnection: Sendable {
    let id: ConnectionID
    let peer: PeerCredentials?
    let mailbox = CallMailbox()
    let outbox: ServerOutbox

    /// Fired when the call under way shall be cancelled: its client has gone, or the server ends it.
    let cancellation = OneShotSignal()

    private let router: VarlinkRouter
    private let handler: NIOLoopBound<ServerConnectionHandler>
    private let eventLoop: any EventLoop

    init(handler: ServerConnectionHandler, on eventLoop: any EventLoop, router: VarlinkRouter, outboxLimit: Int) {
        let boundHandler = NIOLoopBound(handler, eventLoop: eventLoop)
        self.id = handler.id
        self.peer = handler.peer
        self.router = router
        self.handler = boundHandler
        self.eventLoop = eventLoop
        self.outbox = ServerOutbox(limit: outboxLimit) {
            eventLoop.execute { boundHandler.value.flushOutbox() }
        }
    }

    /// Serves calls until the connection is closed.
    ///
    /// When the task is cancelled, closes the connection.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.serveCalls() }
            await cancellation.wait()
            if Task.isCancelled { drain() }
            group.cancelAll()
        }
    }

    /// Ends the connection after the call under way; at once when there is none.
    ///
    /// A stream is cancelled.
    func drain() {
        onEventLoop { $0.drain() }
    }

    /// Closes the connection without waiting for anything.
    func close() {
        onEventLoop { $0.closeNow() }
    }

    private func onEventLoop(_ body: @escaping @Sendable (ServerConnectionHandler) -> Void) {
        let handler = handler
        eventLoop.execute { body(handler.value) }
    }

    /// Waits for the next call where the last one ran, so that a call of the same interface costs no extra hop from
    /// one executor to another.
    private func serveCalls() async {
        var next = await mailbox.next()
        while let first = next {
            let executor = first.served.executorPreference
            next = await withTaskExecutorPreference(executor) {
                var item = first
                while true {
                    await serve(item)
                    guard let following = await mailbox.next() else { return nil }
                    guard following.served.executorPreference === executor else { return following }
                    item = following
                }
            }
        }
    }

    private func serve(_ item: CallMailbox.Item) async {
        let reply = await router.serve(item.call, by: item.served)
        outbox.finish(item.number, with: item.call.context.oneway ? nil : reply)
        onEventLoop { $0.callEnded() }
    }
}
