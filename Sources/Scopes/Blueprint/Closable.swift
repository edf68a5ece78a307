/// A type whose instances have something to do when the scope that made them closes.
///
/// A scope calls ``close()`` once on each instance that it made, in the reverse order of making, after
/// everything that depends on the instance has been closed. An instance that was handed to the blueprint
/// ready made is not closed: its maker does that.
public protocol Closable: Sendable {
    /// Lets go of what the instance holds: files, connections, tasks.
    ///
    /// It is not cancelled when the task that closes the scope is. When it takes longer than the binding's
    /// time limit, its task is cancelled and left alone, and the next instance is closed.
    ///
    /// - Throws: Anything. The error is put in the ``ClosingReport``, and closing goes on.
    func close() async throws
}
