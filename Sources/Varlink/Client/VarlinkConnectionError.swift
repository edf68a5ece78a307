/// What keeps a connection from being made or used.
public struct VarlinkConnectionError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// The path or the abstract name has more bytes than `sun_path` takes.
        case tooLong(bytes: Int, limit: Int)
        /// There is no socket at the address.
        case notThere
        /// There is a socket, and nobody listens on it.
        case refused
        /// There is something at the path that is no stream socket.
        case notASocket
        /// The user may not connect.
        case permissionDenied
        /// The service does not accept connections fast enough; its queue was full all the time.
        case timedOut
        /// A system call failed; the operation, and the number of the error (errno(3)).
        case systemCall(operation: String, errno: Int32)
        /// The service has closed the connection, or it broke.
        case closedByService
        /// This side has closed the connection.
        case closed
        /// The service sent what is no Varlink.
        ///
        /// The connection has been closed.
        case violated(ProtocolViolation)
    }

    /// What is wrong.
    public let code: Code

    /// Where the service is, or should be.
    public let address: VarlinkAddress

    init(_ code: Code, address: VarlinkAddress) {
        self.code = code
        self.address = address
    }
}

extension VarlinkConnectionError: CustomStringConvertible {
    /// What, where and why.
    public var description: String {
        switch code {
        case .tooLong(let bytes, let limit):
            "Can't connect to \(address): it is \(bytes) bytes long, and the address of a Unix socket may have "
                + "\(limit)."
        case .notThere:
            "Can't connect to \(address): there is no socket. The service may not be running."
        case .refused:
            "Can't connect to \(address): nobody listens on the socket. The service has ended without removing it."
        case .notASocket:
            "Can't connect to \(address): that is no stream socket."
        case .permissionDenied:
            "Can't connect to \(address): permission denied. Ask for the right to write to the socket, such as by "
                + "its group."
        case .timedOut:
            "Can't connect to \(address): the service does not accept connections."
        case .systemCall(let operation, let errno):
            "Can't connect to \(address): \(operation) failed: \(systemMessage(of: errno))."
        case .closedByService:
            "The service at \(address) has closed the connection."
        case .closed:
            "The connection to \(address) has been closed."
        case .violated(let violation):
            "The service at \(address) does not speak Varlink. \(violation)"
        }
    }
}
