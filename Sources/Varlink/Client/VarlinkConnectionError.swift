/// An error in opening or using a connection.
public struct VarlinkConnectionError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Code: Hashable, Sendable {
        /// The path or the abstract name exceeds the length of `sun_path`.
        case tooLong(bytes: Int, limit: Int)
        /// No socket exists at the address.
        case notFound
        /// The socket exists, and no process listens on it.
        case refused
        /// The path exists and is not a stream socket.
        case notASocket
        /// The user lacks the permission to connect.
        case permissionDenied
        /// The service's queue of connections stayed full until the timeout.
        case timedOut
        /// A system call failed. The values are the operation and the error number (errno(3)).
        case systemCall(operation: String, errno: Int32)
        /// The service has closed the connection, or the connection broke.
        case closedByService
        /// The client has closed the connection.
        case closed
        /// The service sent a malformed message.
        ///
        /// The connection has been closed.
        case protocolViolation(ProtocolViolation)
    }

    /// The kind of error.
    public let code: Code

    /// The address of the service.
    public let address: VarlinkAddress

    init(_ code: Code, address: VarlinkAddress) {
        self.code = code
        self.address = address
    }
}

extension VarlinkConnectionError: CustomStringConvertible {
    /// A sentence with the address, the error and a remedy.
    public var description: String {
        switch code {
        case .tooLong(let bytes, let limit):
            "Cannot connect to \(address): the address is \(bytes) bytes long, and a Unix socket allows at most "
                + "\(limit)."
        case .notFound:
            "Cannot connect to \(address): the socket does not exist. The service may not be running."
        case .refused:
            "Cannot connect to \(address): connection refused. The service has ended without removing its socket."
        case .notASocket:
            "Cannot connect to \(address): it is not a stream socket."
        case .permissionDenied:
            "Cannot connect to \(address): permission denied. Write permission for the socket is required, for example "
                + "through its group."
        case .timedOut:
            "Cannot connect to \(address): timed out, because the service does not accept connections."
        case .systemCall(let operation, let errno):
            "Cannot connect to \(address): \(operation) failed: \(systemMessage(of: errno))."
        case .closedByService:
            "The service at \(address) has closed the connection."
        case .closed:
            "The connection to \(address) has been closed."
        case .protocolViolation(let violation):
            "The service at \(address) violated the Varlink protocol. \(violation)"
        }
    }
}
