/// The implementation of an interface.
///
/// The build tool generates a protocol that refines this one, with one function per method of the interface.
///
/// One instance serves all connections. Each call runs in a separate task, so the calls of different connections run
/// concurrently.
public protocol VarlinkInterface: Sendable {
    /// The contract of the interface.
    static var contract: VarlinkContract { get }

    /// Serves one call, and calls ``ServerCall/reply(_:)`` exactly once.
    ///
    /// The task is cancelled when the client closes the connection, unless the call is oneway. When the server shuts
    /// down, a stream is cancelled at once, and any other call after the grace period.
    ///
    /// - Parameter call: The call. The contract declares its method.
    /// - Throws: A ``VarlinkError`` to reply with. The router maps any other error to a Varlink error.
    func handle(_ call: ServerCall) async throws
}
