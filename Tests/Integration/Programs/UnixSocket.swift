import Foundation

/// The system calls of Unix sockets: socket(2), bind(2), connect(2).
enum UnixSocket {
    /// Creates a socket.
    ///
    /// - Parameter type: `SOCK_STREAM` or `SOCK_DGRAM`.
    /// - Returns: The descriptor, which the caller must close.
    /// - Throws: `POSIXError` if the limit on open files is reached.
    static func make(_ type: __socket_type) throws -> Int32 {
        try check(socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0))
    }

    /// Binds a socket, and closes the socket on failure.
    static func bind(_ descriptor: Int32, to path: String) throws {
        try closing(descriptor) { try check(try withAddress(of: path) { Glibc.bind(descriptor, $0, $1) }) }
    }

    /// Connects a socket, and closes the socket on failure.
    static func connect(_ descriptor: Int32, to path: String) throws {
        try closing(descriptor) { try check(try withAddress(of: path) { Glibc.connect(descriptor, $0, $1) }) }
    }

    private static func closing(_ descriptor: Int32, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // The last byte is reserved for the NUL.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw POSIXError(.ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // The address is on the stack, and outlives the call.
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    @discardableResult
    private static func check(_ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return result
    }
}
