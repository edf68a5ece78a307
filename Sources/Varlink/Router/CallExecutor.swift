/// An executor that starts calls on its own threads.
///
/// With any other executor, the task of a call is created on the connection's event loop. The memory of the task is
/// then freed by a different thread than the one that allocated it. With an allocator that caches memory per thread,
/// freeing costs more than the task itself.
public protocol CallExecutor: TaskExecutor {
    /// Runs a closure on one of the executor's threads.
    ///
    /// - Parameter start: Creates one task that prefers this executor, and does nothing else. Ideally, the thread runs
    ///   the first job of that task next.
    func begin(_ start: @escaping @Sendable () -> Void)
}
