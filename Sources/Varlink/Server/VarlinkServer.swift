/// Serves a router on Unix stream sockets.
///
/// A server runs once. After creation it receives sockets to listen on (``listen(on:mode:)``,
/// ``listen(onDescriptor:)``) or connections to serve (``adopt(connectedDescriptor:)``). A socket is bound or rejected
/// at once, and clients wait in the listen queue. ``run()`` accepts and serves connections until
/// ``shutdown(gracePeriod:)`` or until its task is cancelled, and returns after the last call. Sockets and connections
/// can also be added while the server runs. ``handOver(gracePeriod:)`` stops the server and returns its connections, for
/// another server to ``adopt(_:)``.
///
/// The calls of one connection are served strictly in order, one after the other. Connections are served concurrently.
public final class VarlinkServer: Sendable {
    /// A request to the task that runs the server.
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

        /// The environment of further connections.
        var environment: ServerConnectionHandler.Environment
    }

    /// The router whose interfaces are served.
    public let router: VarlinkRouter

    /// The limits, which ``configure(_:)`` replaces.
    public var configuration: VarlinkServerConfiguration { state.withLock(\.environment.configuration) }

    let registry: ConnectionRegistry
    let report: @Sendable (VarlinkServerEvent) -> Void
    let state: Lock<State>

    let work: AsyncStream<Work>
    let workContinuation: AsyncStream<Work>.Continuation

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - router: The router whose interfaces are served.
    ///   - configuration: The limits. Default: those of ``VarlinkServerConfiguration/init()``.
    ///   - onEvent: Receives the server's events, for a host to log. Called on an event loop, so it must not block.
    public init(
        router: VarlinkRouter, configuration: VarlinkServerConfiguration = VarlinkServerConfiguration(),
        onEvent: @escaping @Sendable (VarlinkServerEvent) -> Void = { _ in }
    ) {
        self.router = router
        registry = ConnectionRegistry(limits: ConnectionLimits(configuration, of: router))
        report = onEvent
        state = Lock(
            State(
                environment: ServerConnectionHandler.Environment(
                    router: router, configuration: configuration, registry: registry, report: onEvent)))
        (work, workContinuation) = AsyncStream.makeStream(of: Work.self)
    }

    /// Replaces the limits.
    ///
    /// The new limits apply to connections that are accepted or adopted from now on, and to the shutdown. An open connection
    /// keeps its limits, and is not closed when the new limits allow fewer connections. The length of the queue of a socket
    /// that is already listened on does not change.
    ///
    /// Must not be called on an event loop, because the router maps the reasons for refusing connections to errors.
    ///
    /// - Parameter configuration: The new limits.
    public func configure(_ configuration: VarlinkServerConfiguration) {
        registry.setLimits(ConnectionLimits(configuration, of: router))
        state.withLock { $0.environment.configuration = configuration }
    }

    /// Serves until ``shutdown(gracePeriod:)`` has completed or the task is cancelled.
    ///
    /// Cancelling the task cancels all calls and closes all connections.
    ///
    /// Returns when the task of every call has ended, also when a task ignores its cancellation.
    ///
    /// - Throws: The error of SwiftNIO when a listening socket cannot be registered with an event loop. All sockets and
    ///   connections are then closed. A failure of an adopted connection closes that connection only, and is reported
    ///   (``VarlinkServerEvent/adoptionFailed(reason:)``).
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

    /// Cancels all calls, and waits for the last one.
    private func end() async {
        await close()
        for connection in registry.connections { connection.cancelCall() }
        await registry.released.waitIgnoringCancellation()
    }

    /// Closes the listeners, and drains the open connections.
    private func close() async {
        await stopListening()
        // Encoded here, because the error mapper is foreign code, which must not run on an event loop.
        let reply = router.reply(to: CancellationError()).encoded()
        for connection in registry.connections { connection.drain(replying: reply) }
    }

    /// Closes the listeners, and refuses further connections.
    func stopListening() async {
        let listeners = state.withLock { state in
            state.phase = .stopped
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { await listener.close() }
        registry.close()
    }

    /// Stops accepting connections, completes the calls in progress, writes their replies, and closes all connections.
    ///
    /// Returns when all connections are closed.
    ///
    /// A call that waits behind another is not served: its reply is the error to which the router maps a
    /// `CancellationError`. A stream (a call with `more` to a method that may stream) is cancelled at once. A call
    /// that is still in progress after the grace period is cancelled too, and the error that its method throws is the
    /// final reply. A connection whose final reply is missing after another ``VarlinkServerConfiguration/closeTimeout`` is
    /// closed, and its waiting calls get no reply. May be called more than once, before ``run()``, and from several
    /// tasks; each call waits.
    ///
    /// - Parameter gracePeriod: The maximum time for calls in progress to complete. The period ends at once when the
    ///   task is cancelled.
    public func shutdown(gracePeriod: Duration) async {
        await close()
        if await registry.emptied.wait(for: gracePeriod) == false {
            for connection in registry.connections { connection.cancelCall() }
            if await registry.emptied.wait(for: configuration.closeTimeout) == false {
                for connection in registry.connections { connection.close() }
                await registry.emptied.waitIgnoringCancellation()
            }
        }
        workContinuation.finish()
    }
}
