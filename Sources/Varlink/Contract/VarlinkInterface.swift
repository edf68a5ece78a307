/// What serves one interface.
///
/// Generated code makes it from a protocol with one method for each of the interface's.
///
/// One instance serves all connections; each call runs in a task of its connection, so calls of different
/// connections run side by side.
public protocol VarlinkInterface: Sendable {
    /// The interface that is served.
    static var contract: VarlinkContract { get }

    /// Serves one call, and answers it by ``ServerCall/reply(_:)`` exactly once.
    ///
    /// The task is cancelled when the client goes away, unless the call is oneway, and when the server's shutdown ends
    /// it: a stream at once, another call after the grace period.
    ///
    /// - Parameter call: The call. Its method is one of the contract's.
    /// - Throws: A ``VarlinkError`` to answer with it; any other error is turned into one by the router.
    func handle(_ call: ServerCall) async throws
}
