import Glibc

/// An error about an address that a server cannot listen on, or a descriptor that it cannot serve.
public struct VarlinkListenError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Code: Hashable, Sendable {
        /// The path or the abstract name exceeds the length of `sun_path`.
        case tooLong(bytes: Int, limit: Int)
        /// Another server listens at the address, or is starting to.
        case inUse
        /// The path exists and is not a socket.
        ///
        /// The file was left unchanged.
        case notASocket
        /// The directory of the socket does not exist.
        case noSuchDirectory
        /// The process lacks a permission. The value is the operation that was denied.
        case permissionDenied(operation: String)
        /// A system call failed. The values are the operation and the error number (errno(3)).
        case systemCall(operation: String, errno: Int32)
        /// The descriptor is not a Unix stream socket.
        case notAUnixStreamSocket(descriptor: Int32)
        /// The descriptor is a socket on which listen(2) has not been called.
        case notListening(descriptor: Int32)
        /// The descriptor is a socket without a connection, such as a listening one.
        case notConnected(descriptor: Int32)
        /// The server has been shut down.
        case serverStopped
    }

    /// The kind of error.
    public let code: Code

    /// The address; nil for a descriptor.
    public let address: VarlinkAddress?

    init(_ code: Code, address: VarlinkAddress? = nil) {
        self.code = code
        self.address = address
    }

    init(_ error: SystemCallError, during operation: String, address: VarlinkAddress) {
        switch error.number {
        case EACCES, EPERM: self.init(.permissionDenied(operation: operation), address: address)
        default: self.init(.systemCall(operation: operation, errno: error.number), address: address)
        }
    }
}

extension VarlinkListenError: CustomStringConvertible {
    /// A sentence with the address, the error and a remedy.
    public var description: String {
        let location = address.map { " on \($0)" } ?? ""
        return switch code {
        case .tooLong(let bytes, let limit):
            "Cannot listen\(location): the address is \(bytes) bytes long, and a Unix socket allows at most \(limit). "
                + "Choose a shorter path."
        case .inUse:
            "Cannot listen\(location): another server listens on it. Stop that server, or choose another address."
        case .notASocket:
            "Cannot listen\(location): the path exists and is not a socket; it was left unchanged. Move it away, or "
                + "choose another path."
        case .noSuchDirectory:
            "Cannot listen\(location): the directory does not exist. Create it first."
        case .permissionDenied(let operation):
            "Cannot listen\(location): \(operation) was denied. Check the owner and the mode of the directory."
        case .systemCall(let operation, let errno):
            "Cannot listen\(location): \(operation) failed: \(systemMessage(of: errno))."
        case .notAUnixStreamSocket(let descriptor):
            "Cannot serve descriptor \(descriptor): it is not a Unix stream socket."
        case .notListening(let descriptor):
            "Cannot listen on descriptor \(descriptor): it is a socket that is not listening."
        case .notConnected(let descriptor):
            "Cannot serve descriptor \(descriptor): it is a socket without a connection."
        case .serverStopped:
            "Cannot listen\(location): the server has been shut down."
        }
    }
}
