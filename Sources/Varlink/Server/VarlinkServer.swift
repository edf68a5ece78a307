import NIOCore

/// Serves a router on Unix stream sockets.
///
/// A server lives once. It is made; it is told where to listen (``listen(on:mode:)``, ``listen(onDescriptor:)``) or
/// which connection to serve (``adopt(connectedDescriptor:)``), when a socket is taken or refused at once, while
/// clients that come wait in the listen queue; ``run()`` accepts them and serves, and waits for all calls, until
/// ``shutdown(gracePeriod:)`` or until its task is cancelled. Listening and adopting are possible while it runs, too.
///
/// The calls of one connection are served strictly in order, one after the other; connections side by side.
public final class VarlinkServer: Sendable {
    /// What the server is asked to do by other tasks, and does in the task that runs it.
    enum Work: Sendable {
        case listen(Listener)
        case adopt(OwnedDescriptor)
    }

    enum Phase {
        case ready
        case running
        case stopped
    }

    struct State {
        var phase = Phase.ready
        var listeners: [Listener] = []
    }

    /// What serves the calls.
    public let router: VarlinkRouter

    /// The limits.
    public let configuration: Configuration

    let report: @Sendable (Event) -> Void
    let registry: ConnectionRegistry

    /// The encoded replies to the first calls of connections that are refused.
    let refusals: [ConnectionRefusal: [UInt8]]
    let state = Lock(State())

    /// By event loop; those of SwiftNIO's singleton, which lives as long as the process.
    let turnEnds = Lock<[ObjectIdentifier: NIOLoopBound<TurnEnds>]>([:])

    let work: AsyncStream<Work>
    let workContinuation: AsyncStream<Work>.Continuation

    /// Makes a server that listens nowhere yet.
    ///
    /// - Parameters:
    ///   - router: What serves the calls.
    ///   - configuration: The limits; the documented defaults by default.
    ///   - onEvent: Told what happens, so that a host can log it. It is called on an event loop, so it must not wait.
    public init(
        router: VarlinkRouter, configuration: Configuration = Configuration(),
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.router = router
        self.configuration = configuration
        self.report = onEvent
        let limits = ConnectionLimits(configuration)
        self.registry = ConnectionRegistry(limits: limits)
        // Made here, because the error mapper is foreign code, which does not run on an event loop.
        self.refusals = Dictionary(
            uniqueKeysWithValues: limits.refusals.map { ($0, router.reply(to: $0).encoded()) })
        (work, workContinuation) = AsyncStream.makeStream(of: Work.self)
    }

    /// Serves until ``shutdown(gracePeriod:)`` has ended everything, or the task is cancelled, which cancels all calls
    /// and closes all connections.
    ///
    /// Returns when every task of a call has ended. One that does not heed its cancellation is waited for.
    ///
    /// - Throws: What SwiftNIO throws when a listening socket can't be watched. All is closed then. An adopted connection
    ///   that can't be served is closed alone, and reported (``Event/adoptionFailed(reason:)``).
    public func run() async throws {
        let mayRun = state.withLock { state in
            guard case .ready = state.phase else { return false }
            state.phase = .running
            return true
        }
        guard mayRun else { return }
        do {
            for await item in work {
                switch item {
                case .listen(let listener): try await start(listener)
                case .adopt(let descriptor): await start(descriptor)
                }
            }
            await end()
        } catch {
            await end()
            throw error
        }
    }

    /// Ends everything at once, and waits for the last call.
    private func end() async {
        await close()
        for connection in registry.connections { connection.cancelCall() }
        await registry.released.waitDespiteCancellation()
    }

    /// Takes no more connections, and ends those that are open as soon as nothing is under way on them.
    private func close() async {
        let listeners = state.withLock { state in
            state.phase = .stopped
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { await listener.close() }
        registry.close()
        // Made here, because the error mapper is foreign code, which does not run on an event loop.
        let reply = router.reply(to: CancellationError()).encoded()
        for connection in registry.connections { connection.drain(replying: reply) }
    }

    /// Stops: takes no more connections, lets the calls under way end and their replies be written, and closes all
    /// connections.
    ///
    /// Returns when all are closed.
    ///
    /// A call that waits behind another is not begun any more; its reply is what the router's error mapper makes of a
    /// `CancellationError`. A stream (a call with `more` to a method that may stream) is cancelled at once, and what its
    /// method throws becomes its last reply, through the router's error mapper. What is still under way after the grace
    /// period is cancelled likewise; what has no final reply within ``Configuration/closingTime`` then loses its
    /// connection, and the calls behind it have no reply. May be called more than once, before ``run()`` too, and from
    /// several tasks; each call waits.
    ///
    /// - Parameter gracePeriod: How long calls under way have to end. It is over at once when the task is cancelled.
    public func shutdown(gracePeriod: Duration) async {
        await close()
        if await registry.emptied.wait(for: gracePeriod) == false {
            for connection in registry.connections { connection.cancelCall() }
            if await registry.emptied.wait(for: configuration.closingTime) == false {
                for connection in registry.connections { connection.close() }
                await registry.emptied.waitDespiteCancellation()
            }
        }
        workContinuation.finish()
    }
}
