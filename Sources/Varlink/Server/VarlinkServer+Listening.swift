import Glibc
import NIOCore
import NIOPosix
import Synchronization

extension VarlinkServer {
    /// Binds a socket and listens on it.
    ///
    /// Nothing is accepted before ``run()``.
    ///
    /// A path that another server listens on is refused: whether one does is found out by connecting, and a lock on
    /// `PATH.lock` beside the socket, held as long as the server listens, settles who wins when two start at the same
    /// time. A socket that nobody listens on is replaced; anything else at the path is refused and not touched. At the
    /// end the socket is removed, if it is still this server's, and so is the lock's file.
    ///
    /// - Parameters:
    ///   - address: A path of at most 107 bytes, or an abstract name of as many.
    ///   - mode: The permission bits of the socket at a path; whoever may write may connect. Default: 0600. An
    ///     abstract socket has none: every user of the network namespace may connect.
    /// - Throws: ``VarlinkListenError``.
    public func listen(on address: VarlinkAddress, mode: UInt32 = 0o600) throws(VarlinkListenError) {
        try add(Listener(.binding(address, mode: mode, backlog: configuration.backlog)))
    }

    /// Listens on a socket that somebody else has bound, such as systemd.
    ///
    /// Takes the descriptor, and closes it at the end; the socket itself is neither shut down nor unlinked.
    ///
    /// - Parameter descriptor: A Unix stream socket that listen(2) has been called on.
    /// - Throws: ``VarlinkListenError`` when it is not one; the descriptor is left open then.
    public func listen(onDescriptor descriptor: CInt) throws(VarlinkListenError) {
        try SocketDescriptor.requireStreamSocket(descriptor, isListening: true)
        try add(Listener(.adopting(descriptor)))
    }

    /// Serves a connection that somebody else has made or accepted.
    ///
    /// Takes the descriptor.
    ///
    /// - Parameter descriptor: A connected Unix stream socket.
    /// - Throws: ``VarlinkListenError`` when it is not one, or the server has stopped; the descriptor is left open when
    ///   it is not one, and closed when the server has stopped. What fails later is reported
    ///   (``Event/adoptionFailed(reason:)``).
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

    /// Begins to accept.
    func start(_ listener: Listener) async throws {
        guard let descriptor = listener.takeDescriptor() else { return }
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { [report] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptFailureHandler(report: report))
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
        // SwiftNIO has called listen(2) with a shorter queue; it is set again here.
        Glibc.listen(descriptor, configuration.backlog)
        await listener.attach(channel)
    }

    /// Begins to serve an adopted connection; one that can't be served is closed and reported.
    func start(_ descriptor: OwnedDescriptor) async {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: Self.receiveAllocator)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.admit(channel) }
            }
        guard let number = descriptor.take() else { return }
        // SwiftNIO takes the ownership only of a descriptor for which this succeeds.
        if let error = SocketDescriptor.setNonBlocking(number) {
            _ = Glibc.close(number)
            return report(.adoptionFailed(reason: error.text))
        }
        do {
            _ = try await bootstrap.withConnectedSocket(number).get()
        } catch is RefusedConnection {
            // Reported when it was refused.
        } catch {
            report(.adoptionFailed(reason: String(describing: error)))
        }
    }

    /// Every connection keeps a buffer of this size, between the least and the most, by how much its client sends.
    private static let receiveAllocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 1024, maximum: 65_536)

    /// Makes a channel a connection of this server, on the channel's event loop.
    private func admit(_ channel: any Channel) throws {
        let descriptor = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { (handle: NIOBSDSocket.Handle) in handle }
        guard let descriptor else { throw RefusedConnection(reason: .unknownPeer) }
        // SwiftNIO accepts without SOCK_CLOEXEC; without this, programs that the process starts would keep the
        // connection open.
        SocketDescriptor.setCloseOnExec(descriptor)
        guard let peer = SocketDescriptor.peerCredentials(of: descriptor) else {
            report(.refused(peer: nil, reason: .unknownPeer))
            throw RefusedConnection(reason: .unknownPeer)
        }
        let handler = ServerConnectionHandler(descriptor, peer: peer, eventLoop: channel.eventLoop, server: self)
        let connection = ServerConnection(handler, id: handler.id, peer: peer, channel: channel, server: self)
        switch registry.add(connection) {
        case .success(let budget):
            handler.input = InputAccount(of: budget)
            connection.state.withLock { $0.input = InputAccount(of: budget) }
        case .failure(let refusal):
            report(.refused(peer: peer, reason: refusal.reason))
            guard let reply = refusals[refusal.reason], registry.addRefused(channel, as: handler.id) else {
                throw refusal
            }
            let time = TimeAmount(configuration.closingTime)
            return try channel.pipeline.syncOperations.addHandler(
                RefusalHandler(reply: reply, within: time) { [registry, id = handler.id] in registry.removeRefused(id) }
            )
        }
        handler.connection = connection
        report(.opened(handler.id, peer: peer))
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}
