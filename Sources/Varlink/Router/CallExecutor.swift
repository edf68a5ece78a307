/// An executor that begins calls itself, on its own threads.
///
/// With any other executor the task of a call is made on the connection's event loop. Its memory is then freed by
/// another thread than the one that allocated it, which costs an allocator with a cache per thread more than the task
/// itself.
public protocol CallExecutor: TaskExecutor {
    /// Runs a closure on one of the executor's threads.
    ///
    /// - Parameter start: Makes one task that prefers this executor, and does nothing else. The thread had best run
    ///   that task's first job next.
    func begin(_ start: @escaping @Sendable () -> Void)
}
