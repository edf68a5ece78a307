import Glibc

/// System calls on sockets.
///
/// Each function returns its error as a ``SystemCallError``.
enum SocketDescriptor {
    /// SO_PEERPIDFD: a descriptor of the process at the other end of a connection.
    ///
    /// Available since Linux 6.5. The C library of Debian 12 does not define it.
    private static let peerProcessOption: CInt = 77

    /// Creates a Unix stream socket that is nonblocking and closed on exec.
    static func make() -> Result<CInt, SystemCallError> {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        return descriptor < 0 ? .failure(.last) : .success(descriptor)
    }

    /// ``make()`` for a server.
    static func make(for address: VarlinkAddress) throws(VarlinkListenError) -> CInt {
        switch make() {
        case .success(let descriptor): return descriptor
        case .failure(let error): throw VarlinkListenError(error, during: "making a socket", address: address)
        }
    }

    static func bind(_ descriptor: CInt, to address: UnixSocketAddress) -> SystemCallError? {
        address.withPointer { Glibc.bind(descriptor, $0, $1) } < 0 ? .last : nil
    }

    static func connect(_ descriptor: CInt, to address: UnixSocketAddress) -> SystemCallError? {
        address.withPointer { Glibc.connect(descriptor, $0, $1) } < 0 ? .last : nil
    }

    static func setNonBlocking(_ descriptor: CInt) -> SystemCallError? {
        let flags = fcntl(descriptor, F_GETFL)
        return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? .last : nil
    }

    static func setCloseOnExec(_ descriptor: CInt) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Returns the credentials of the peer; nil when the kernel does not report them.
    static func peerCredentials(of descriptor: CInt) -> PeerCredentials? {
        // The three members of struct ucred, which is not imported into Swift: pid, uid and gid, 32 bits each.
        var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        return PeerCredentials(
            processID: credentials.0, userID: credentials.1, groupID: credentials.2,
            supplementaryGroupIDs: peerGroups(of: descriptor))
    }

    /// Returns the supplementary groups of the peer; none when the kernel does not report them.
    private static func peerGroups(of descriptor: CInt) -> [UInt32] {
        let width = MemoryLayout<UInt32>.size
        var capacity = 32
        while true {
            var isTooShort = false
            // Safe: the kernel writes at most the given size, and returns the size written.
            let groups = [UInt32](unsafeUninitializedCapacity: capacity) { buffer, count in
                var size = socklen_t(buffer.count * width)
                let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, buffer.baseAddress, &size)
                count = result == 0 ? Int(size) / width : 0
                isTooShort = result < 0 && errno == ERANGE
                if isTooShort { capacity = max(capacity * 2, Int(size) / width) }
            }
            if !isTooShort { return groups }
        }
    }

    /// Returns the process of the peer, pinned by a descriptor.
    static func peerProcess(of descriptor: CInt) -> PinnedProcess {
        var process: CInt = -1
        var size = socklen_t(MemoryLayout<CInt>.size)
        if getsockopt(descriptor, SOL_SOCKET, peerProcessOption, &process, &size) == 0 {
            return .descriptor(OwnedDescriptor(process))
        }
        return errno == ENOPROTOOPT ? .unsupported : .gone
    }

    /// Requires that a descriptor from outside is a Unix stream socket.
    static func requireStreamSocket(_ descriptor: CInt, isListening: Bool) throws(VarlinkListenError) {
        guard let domain = option(SO_DOMAIN, of: descriptor), let type = option(SO_TYPE, of: descriptor),
            domain == AF_UNIX, type == CInt(SOCK_STREAM.rawValue)
        else { throw VarlinkListenError(.notAUnixStreamSocket(descriptor: descriptor)) }
        let listens = option(SO_ACCEPTCONN, of: descriptor) == 1
        if isListening && !listens { throw VarlinkListenError(.notListening(descriptor: descriptor)) }
        // SwiftNIO ends the process when it registers a socket without a connection.
        if !isListening && (listens || !isConnected(descriptor)) {
            throw VarlinkListenError(.notConnected(descriptor: descriptor))
        }
    }

    private static func isConnected(_ descriptor: CInt) -> Bool {
        var address = sockaddr()
        // The kernel writes at most `size` bytes, and the address itself is not used.
        var size = socklen_t(MemoryLayout<sockaddr>.size)
        return getpeername(descriptor, &address, &size) == 0
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
