import CSystemd
import Glibc

/// A socket that systemd opened for this service and passed to it when it started it (socket activation).
///
/// The object owns the descriptor: it closes it when it is released, unless ``release()`` handed it to somebody else.
/// Never unlink the path of a listening socket, and never shut it down: it belongs to the socket unit, and the next
/// start uses it again.
public final class ActivatedSocket: Sendable {
    /// What can be done with the socket.
    public enum Kind: Sendable, Hashable {
        /// A Unix stream socket that listens: accept connections from it.
        case listening
        /// A Unix stream socket that is a connection already: serve this one (`Accept=yes`, or `varlinkctl` with
        /// `exec:`).
        case connection
        /// Anything else, such as a datagram socket, an Internet socket, or a pipe.
        case other
    }

    /// `FileDescriptorName=` of the socket unit; the name of the unit when it has none.
    ///
    /// Several sockets may have the same.
    public let name: String
    /// What can be done with the socket.
    public let kind: Kind
    /// The path of the socket in the file system; `nil` for an abstract or unnamed one, and for what is not a Unix
    /// socket.
    public let path: String?

    /// The descriptor; `nil` once it was handed over or closed.
    private let descriptor: Monitor<Int32?>

    /// Takes ownership of an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which nobody else closes from now on.
    ///   - name: The name that it goes by.
    public init(adopting descriptor: Int32, name: String) {
        self.name = name
        kind =
            if sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 {
                .listening
            } else if sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 0, nil, 0) > 0 {
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

    /// Hands the descriptor over: whoever gets it must close it.
    ///
    /// - Returns: The descriptor; `nil` when it was handed over or closed before.
    public func release() -> Int32? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    /// Closes the descriptor, if it is still here.
    ///
    /// May be called twice.
    public func close() {
        if let descriptor = release() { _ = Glibc.close(descriptor) }
    }

    private static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            // sockaddr is the common head of all socket addresses; `length` says how much room there is.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let bytes = withUnsafeBytes(of: &address.sun_path) { $0.prefix { $0 != 0 }.map { $0 } }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
