import Glibc

/// A socket that a server can't listen on, or a descriptor that it can't serve.
public struct VarlinkListenError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// The path, or the abstract name, has more bytes than `sun_path` takes.
        case tooLong(bytes: Int, limit: Int)
        /// Another server listens there, or is about to.
        case inUse
        /// Something that is no socket is at the path.
        ///
        /// It has not been touched.
        case notASocket
        /// The folder that the socket should be made in is not there.
        case noSuchDirectory
        /// The process may not do what is needed; the operation that was denied.
        case permissionDenied(operation: String)
        /// A system call failed; the operation, and the number of the error (errno(3)).
        case systemCall(operation: String, errno: Int32)
        /// The descriptor is no Unix stream socket.
        case notAUnixStreamSocket(descriptor: Int32)
        /// The descriptor is a socket that nobody has called listen(2) on.
        case notListening(descriptor: Int32)
        /// The descriptor is a listening socket, and no connection.
        case notConnected(descriptor: Int32)
        /// The server has been shut down.
        case serverStopped
    }

    /// What is wrong.
    public let code: Code

    /// Where; nil for a descriptor.
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
    /// What, where, why, and what to do.
    public var description: String {
        let place = address.map { " on \($0)" } ?? ""
        return switch code {
        case .tooLong(let bytes, let limit):
            "Can't listen\(place): it is \(bytes) bytes long, and the address of a Unix socket may have \(limit). "
                + "Choose a shorter path."
        case .inUse:
            "Can't listen\(place): another server uses it. Stop that one first, or choose another address."
        case .notASocket:
            "Can't listen\(place): there is something that is no socket. It was not touched; move it away, or choose "
                + "another path."
        case .noSuchDirectory:
            "Can't listen\(place): the folder is not there. Make it first."
        case .permissionDenied(let operation):
            "Can't listen\(place): \(operation) was denied. Check the owner and the mode of the folder."
        case .systemCall(let operation, let errno):
            "Can't listen\(place): \(operation) failed: \(systemMessage(of: errno))."
        case .notAUnixStreamSocket(let descriptor):
            "Can't serve descriptor \(descriptor): it is no Unix stream socket."
        case .notListening(let descriptor):
            "Can't listen on descriptor \(descriptor): it is a socket that does not listen."
        case .notConnected(let descriptor):
            "Can't serve descriptor \(descriptor): it is a listening socket, and no connection."
        case .serverStopped:
            "Can't listen\(place): the server has been shut down."
        }
    }
}
