import CSystemd
import Glibc
import LogSupport

/// A socket that systemd opened and passed to this service (socket activation).
///
/// The object owns the descriptor, and closes it when the object is released, unless ``release()`` has transferred the
/// ownership. Never unlink the path of a listening socket, and never shut the socket down: it belongs to the socket
/// unit, which uses it again for the next start.
public final class ActivatedSocket: Sendable {
    /// The kind of a socket.
    public enum Kind: Sendable, Hashable {
        /// A listening Unix stream socket.
        case listening
        /// A connected Unix stream socket (`Accept=yes`, or `varlinkctl` with `exec:`).
        case connection
        /// Any other descriptor, such as a datagram socket, an Internet socket, a pipe, or a Unix stream socket on which
        /// neither listen(2) nor connect(2) was called.
        case other
    }

    /// The name of `FileDescriptorName=` in the socket unit.
    ///
    /// Default: the name of the unit. Several sockets may have the same name.
    public let name: String
    /// The kind of the socket.
    public let kind: Kind
    /// The path of the socket in the file system; `nil` for an abstract or unnamed socket, and for other descriptors.
    public let path: String?

    /// The descriptor; `nil` after it was released or closed.
    private let descriptor: Monitor<Int32?>

    /// Takes ownership of an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor. Other code must not close it.
    ///   - name: The name of the socket, as in `FileDescriptorName=`.
    public init(adopting descriptor: Int32, name: String) {
        self.name = name
        kind =
            if sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 {
                .listening
            } else if sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 0, nil, 0) > 0,
                Self.isConnected(descriptor)
            {
                .connection
            } else {
                .other
            }
        path = Self.path(of: descriptor)
        self.descriptor = Monitor(descriptor)
    }

    deinit {
        close()
    }

    /// Transfers the ownership of the descriptor to the caller, which must close it.
    ///
    /// - Returns: The descriptor; `nil` if it was released or closed before.
    public func release() -> Int32? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    /// Duplicates the socket, which remains open until both descriptors are closed.
    ///
    /// - Returns: The duplicate; `nil` if the descriptor was released or closed before, or no descriptor is free.
    public func duplicate() -> ActivatedSocket? {
        descriptor.withLock { descriptor in
            guard let descriptor else { return nil }
            let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            return duplicate < 0 ? nil : ActivatedSocket(adopting: duplicate, name: name)
        }
    }

    /// Whether a client has connected to the listening socket and has not been accepted.
    public var hasWaitingClient: Bool {
        descriptor.withLock { descriptor in
            guard let descriptor else { return false }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) > 0
        }
    }

    /// Closes the descriptor, unless it was released or closed before.
    public func close() {
        if let descriptor = release() { _ = Glibc.close(descriptor) }
    }

    private static func isConnected(_ descriptor: Int32) -> Bool {
        var address = sockaddr()
        // The kernel writes at most `length` bytes, and the address itself is not used.
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        return getpeername(descriptor, &address, &length) == 0
    }

    private static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            // sockaddr is the common prefix of all socket addresses; `length` limits the bytes that are written.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let bytes = withUnsafeBytes(of: &address.sun_path) { $0.prefix { $0 != 0 }.map { $0 } }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
