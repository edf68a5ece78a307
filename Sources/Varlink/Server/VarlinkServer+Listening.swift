import Glibc
import NIOCore
import NIOPosix
import Synchronization

extension VarlinkServer {
    /// Binds a socket and listens on it.
    ///
    /// Connections are accepted once ``run()`` has been called.
    ///
    /// A path on which another server listens is rejected. The server detects this by connecting to the path. In
    /// addition, the server holds a lock on `PATH.lock` beside the socket as long as it listens, so that only one of
    /// two concurrent servers succeeds. A stale socket is replaced. Any other file at the path is rejected and left
    /// unchanged. At the end, the socket is removed if it still belongs to this server, and so is the lock file.
    ///
    /// - Parameters:
    ///   - address: A path or an abstract name of at most 107 bytes.
    ///   - mode: The permission bits of the socket file; users with write permission may connect. Default: 0600. An
    ///     abstract socket has no permissions: every user of the network namespace may connect.
    /// - Throws: ``VarlinkListenError``.
    public func listen(on address: VarlinkAddress, mode: UInt32 = 0o600) throws(VarlinkListenError) {
        try add(Listener(.binding(address, mode: mode, backlog: configuration.backlog)))
    }

    /// Listens on a socket that another process has bound, such as systemd.
    ///
    /// Takes ownership of the descriptor, and closes it when the server ends. The socket itself is neither shut down
    /// nor unlinked.
    ///
    /// - Parameter descriptor: A Unix stream socket that listen(2) has been called on.
    /// - Throws: ``VarlinkListenError`` for any other descriptor, which is left open.
    public func listen(onDescriptor descriptor: CInt) throws(VarlinkListenError) {
        try SocketDescriptor.requireStreamSocket(descriptor, isListening: true)
        try add(Listener(.adopting(descriptor)))
    }

    /// Serves a connection that another process has created or accepted.
    ///
    /// Takes ownership of the descriptor.
    ///
    /// - Parameter descriptor: A connected Unix stream socket.
    /// - Throws: ``VarlinkListenError`` for any other descriptor, which is left open. Also thrown when the server has
    ///   stopped; the descriptor is then closed. Later failures are reported
    ///   (``VarlinkServerEvent/adoptionFailed(reason:)``).
    public func adopt(connectedDescriptor descriptor: CInt) throws(VarlinkListenError) {
        try SocketDescriptor.requireStreamSocket(descriptor, isListening: false)
        try enqueue(.adopt(OwnedDescriptor(descriptor)), keeping: nil)
    }

    private func add(_ listener: Listener) throws(VarlinkListenError) {
        try enqueue(.listen(listener), keeping: listener)
    }

    private func enqueue(_ item: Work, keeping listener: Listener?) throws(VarlinkListenError) {
        let isStopped = state.withLock { state in
            if case .stopped = state.phase { return true }
            if let listener { state.listeners.append(listener) }
            return false
        }
        if isStopped { throw VarlinkListenError(.serverStopped, address: listener?.address) }
        workContinuation.yield(item)
    }

    /// Starts accepting connections.
    func start(_ listener: Listener) async throws {
        guard let descriptor = listener.takeDescriptor() else { return }
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { [report = report] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptFailureHandler { report(.acceptFailed(reason: $0)) })
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: Self.receiveAllocator)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.admit(channel) }
            }
        let channel: any Channel
        do {
            channel = try await bootstrap.withBoundSocket(descriptor).get()
        } catch {
            await listener.close()
            throw error
        }
        // SwiftNIO has called listen(2) with a shorter queue. This sets the configured length.
        Glibc.listen(descriptor, configuration.backlog)
        await listener.attach(channel)
    }

    /// Starts serving an adopted connection.
    ///
    /// A connection that cannot be served is closed and reported.
    ///
    /// - Parameters:
    ///   - descriptor: The connection.
    ///   - handedOver: The state of the connection in the previous server, if any.
    func start(_ descriptor: OwnedDescriptor, as handedOver: HandedOverConnection? = nil) async {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: Self.receiveAllocator)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.admit(channel, as: handedOver) }
            }
        guard let number = descriptor.take() else { return }
        // SwiftNIO takes ownership of the descriptor only when this step succeeds.
        if let error = SocketDescriptor.setNonBlocking(number) {
            _ = Glibc.close(number)
            return report(.adoptionFailed(reason: error.text))
        }
        do {
            _ = try await bootstrap.withConnectedSocket(number).get()
        } catch is RefusedConnection {
            // The refusal has already been reported.
        } catch {
            report(.adoptionFailed(reason: String(describing: error)))
        }
    }

    /// The allocator of each connection's read buffer, whose size adapts to the amount that the client sends.
    private static let receiveAllocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 1024, maximum: 65_536)

    /// Turns a channel into a connection of this server, on the channel's event loop.
    private func admit(_ channel: any Channel, as handedOver: HandedOverConnection? = nil) throws {
        let descriptor = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { (handle: NIOBSDSocket.Handle) in handle }
        guard let descriptor else { throw RefusedConnection(reason: .unknownPeer) }
        // SwiftNIO accepts without SOCK_CLOEXEC, so child processes would inherit the connection.
        SocketDescriptor.setCloseOnExec(descriptor)
        guard let peer = SocketDescriptor.peerCredentials(of: descriptor) else {
            report(.refused(peer: nil, reason: .unknownPeer))
            throw RefusedConnection(reason: .unknownPeer)
        }
        let environment = state.withLock(\.environment)
        let handler = ServerConnectionHandler(
            descriptor, peer: peer, eventLoop: channel.eventLoop, environment: environment)
        let connection = ServerConnection(
            handler, id: handler.id, peer: peer, channel: channel, router: router,
            configuration: environment.configuration,
            localState: LocalState(lost: handedOver?.lostState ?? []))
        if let input = handedOver?.input, !input.isEmpty { handler.framer.append(ByteBuffer(bytes: input)) }
        switch registry.add(connection) {
        case .success(let input):
            handler.input = InputAccount(of: input)
            connection.state.withLock { $0.input = InputAccount(of: input) }
        case .failure(let refusal):
            report(.refused(peer: peer, reason: refusal.reason))
            guard let reply = refusal.reply, registry.addRefused(channel, as: handler.id) else { throw refusal }
            let time = TimeAmount(environment.configuration.closeTimeout)
            return try channel.pipeline.syncOperations.addHandler(
                RefusalHandler(reply: reply, within: time) { [registry, id = handler.id] in registry.removeRefused(id) }
            )
        }
        handler.connection = connection
        report(.opened(handler.id, peer: peer))
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}
