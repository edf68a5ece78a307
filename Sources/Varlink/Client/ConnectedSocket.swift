import Glibc
import NIOPosix

extension VarlinkAddress {
    /// Connects a socket to the service, for a program that passes bytes on instead of making calls.
    ///
    /// - Parameter timeout: The maximum time to wait while the service's queue of connections is full. Default: 5 s.
    /// - Returns: The descriptor of the socket, which the caller closes. It is nonblocking and closed on exec.
    /// - Throws: ``VarlinkConnectionError``.
    public func connectedSocket(timeout: Duration = .seconds(5)) async throws -> CInt {
        let descriptor = try await ConnectedSocket.connect(to: self, timeout: timeout)
        guard let number = descriptor.take() else { throw VarlinkConnectionError(.closed, address: self) }
        return number
    }
}

/// Connects Unix sockets.
enum ConnectedSocket {
    /// Returns a connected socket.
    ///
    /// Does not block the thread of the task: while the service's queue is full, a thread of SwiftNIO's pool for
    /// blocking calls waits.
    static func connect(to address: VarlinkAddress, timeout: Duration) async throws -> OwnedDescriptor {
        guard let socketAddress = UnixSocketAddress(address) else {
            if case .connected = address { throw VarlinkConnectionError(.notASocket, address: address) }
            throw VarlinkConnectionError(
                .tooLong(bytes: address.length, limit: UnixSocketAddress.maximumLength), address: address)
        }
        let number: CInt
        switch SocketDescriptor.make() {
        case .success(let made): number = made
        case .failure(let error):
            throw VarlinkConnectionError(
                .systemCall(operation: "making a socket", errno: error.number), address: address)
        }
        let descriptor = OwnedDescriptor(number)
        var failure = SocketDescriptor.connect(number, to: socketAddress)
        if failure?.number == EAGAIN {
            failure = try await NIOThreadPool.singleton.runIfActive {
                // The descriptor outlives the call: its owner is retained below.
                connectWaiting(number, to: socketAddress, timeout: timeout)
            }
        }
        if let failure { throw VarlinkConnectionError(code(of: failure, at: address), address: address) }
        return descriptor
    }

    /// Connects with a timeout that the kernel enforces (SO_SNDTIMEO in socket(7)).
    private static func connectWaiting(
        _ descriptor: CInt, to address: UnixSocketAddress, timeout: Duration
    ) -> SystemCallError? {
        let (seconds, attoseconds) = timeout.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        defer { _ = fcntl(descriptor, F_SETFL, flags) }
        return SocketDescriptor.connect(descriptor, to: address)
    }

    private static func code(of error: SystemCallError, at address: VarlinkAddress) -> VarlinkConnectionError.Code {
        switch error.number {
        case ENOENT, ENOTDIR: .notFound
        case ECONNREFUSED: isSocket(address) ? .refused : .notASocket
        case EPROTOTYPE: .notASocket
        case EACCES, EPERM: .permissionDenied
        case EAGAIN: .timedOut
        default: .systemCall(operation: "connecting", errno: error.number)
        }
    }

    /// Returns whether a path is a socket.
    ///
    /// Connecting to any other file fails with the same error as connecting to a stale socket.
    private static func isSocket(_ address: VarlinkAddress) -> Bool {
        guard case .path(let path) = address else { return true }
        var found = stat()
        return stat(path, &found) != 0 || found.st_mode & S_IFMT == S_IFSOCK
    }
}
