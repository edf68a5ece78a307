import Glibc

/// A listening socket, which removes its file and its lock when the object is released.
final class BoundSocket: Sendable {
    /// A socket file that was created.
    private struct Node {
        let path: String
        let device: dev_t
        let inode: ino_t

        init?(at path: String) {
            var found = stat()
            guard lstat(path, &found) == 0 else { return nil }
            self.path = path
            device = found.st_dev
            inode = found.st_ino
        }
    }

    let descriptor: OwnedDescriptor

    /// The address; nil for a socket that another process has bound.
    let address: VarlinkAddress?

    private let node: Lock<Node?>
    private let lock: Lock<SocketLock?>

    private init(_ descriptor: OwnedDescriptor, address: VarlinkAddress?, node: Node?, lock: SocketLock?) {
        self.descriptor = descriptor
        self.address = address
        self.node = Lock(node)
        self.lock = Lock(lock)
    }

    deinit {
        removeNode()
        descriptor.close()
        releaseLock()
    }

    /// Adopts a socket that another process has bound.
    ///
    /// At the end, only the descriptor is closed, and the socket file remains.
    static func adopting(_ descriptor: CInt) -> BoundSocket {
        SocketDescriptor.setCloseOnExec(descriptor)
        return BoundSocket(OwnedDescriptor(descriptor), address: nil, node: nil, lock: nil)
    }

    /// Binds a socket and listens on it.
    static func binding(
        _ address: VarlinkAddress, mode: mode_t, backlog: CInt
    ) throws(VarlinkListenError) -> BoundSocket {
        guard let socketAddress = UnixSocketAddress(address) else {
            if case .connected = address {
                throw VarlinkListenError(SystemCallError(number: EOPNOTSUPP), during: "binding", address: address)
            }
            throw VarlinkListenError(
                .tooLong(bytes: address.length, limit: UnixSocketAddress.maximumLength), address: address)
        }
        let socket: BoundSocket
        let number: CInt
        switch address {
        case .abstract, .connected:
            number = try bind(address, socketAddress)
            socket = BoundSocket(OwnedDescriptor(number), address: address, node: nil, lock: nil)
        case .path(let path):
            let lock = try SocketLock.acquire(for: address, path: path)
            do {
                try clear(path, socketAddress, address)
                number = try bind(address, socketAddress, path: path, mode: mode)
            } catch {
                lock.release()
                throw error
            }
            socket = BoundSocket(OwnedDescriptor(number), address: address, node: Node(at: path), lock: lock)
        }
        if listen(number, backlog) < 0 { throw VarlinkListenError(.last, during: "listening", address: address) }
        return socket
    }

    /// Removes a stale socket at the path.
    ///
    /// The lock must be held.
    private static func clear(
        _ path: String, _ socketAddress: UnixSocketAddress, _ address: VarlinkAddress
    ) throws(VarlinkListenError) {
        var found = stat()
        if lstat(path, &found) < 0 {
            if errno == ENOENT { return }
            throw VarlinkListenError(.last, during: "looking at \(path)", address: address)
        }
        if found.st_mode & S_IFMT != S_IFSOCK { throw VarlinkListenError(.notASocket, address: address) }
        let probe = try SocketDescriptor.make(for: address)
        defer { _ = Glibc.close(probe) }
        switch SocketDescriptor.connect(probe, to: socketAddress)?.number {
        // The socket accepts connections, has a full queue, or has another type.
        case nil, EAGAIN, EPROTOTYPE: throw VarlinkListenError(.inUse, address: address)
        case ECONNREFUSED: unlink(path)
        case ENOENT: break
        case let number?:
            throw VarlinkListenError(
                SystemCallError(number: number), during: "connecting to the socket that is there", address: address)
        }
    }

    /// Creates a socket and binds it.
    ///
    /// The permissions of the socket file never exceed the mode, not even temporarily.
    private static func bind(
        _ address: VarlinkAddress, _ socketAddress: UnixSocketAddress, path: String? = nil, mode: mode_t = 0
    ) throws(VarlinkListenError) -> CInt {
        let descriptor = try SocketDescriptor.make(for: address)
        // Linux creates the socket file with the permissions of the socket, reduced by the umask.
        if path != nil { fchmod(descriptor, mode) }
        if let error = SocketDescriptor.bind(descriptor, to: socketAddress) {
            _ = Glibc.close(descriptor)
            switch error.number {
            case EADDRINUSE: throw VarlinkListenError(.inUse, address: address)
            case ENOENT, ENOTDIR: throw VarlinkListenError(.noSuchDirectory, address: address)
            default: throw VarlinkListenError(error, during: "binding", address: address)
            }
        }
        if let path, chmod(path, mode) < 0 {
            let error = SystemCallError.last
            unlink(path)
            _ = Glibc.close(descriptor)
            throw VarlinkListenError(error, during: "setting the mode of the socket", address: address)
        }
        return descriptor
    }

    /// Removes the socket file, unless another one has replaced it.
    func removeNode() {
        let made = node.withLock { node in
            defer { node = nil }
            return node
        }
        guard let node = made else { return }
        var found = stat()
        if lstat(node.path, &found) == 0, found.st_ino == node.inode, found.st_dev == node.device { unlink(node.path) }
    }

    /// Releases the lock on the path.
    func releaseLock() {
        lock.withLock { lock in
            defer { lock = nil }
            return lock
        }?.release()
    }
}
