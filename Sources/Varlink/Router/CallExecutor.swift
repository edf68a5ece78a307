/// An executor that starts calls on its own threads.
///
/// With any other executor, the task of a call is created on the connection's event loop. The memory of the task is
/// then freed by a different thread than the one that allocated it. With an allocator that caches memory per thread,
/// freeing costs more than the task itself.
public protocol CallExecutor: TaskExecutor {
    /// Runs a closure on one of the executor's threads.
    ///
    /// - Parameters:
    ///   - userID: The identifier of the caller's user; nil if it is unknown.
    ///   - start: Creates one task that prefers the executor that it receives, and does nothing else. Ideally, the thread
    ///     runs the first job of that task next.
    func begin(for userID: UInt32?, _ start: @escaping @Sendable (any TaskExecutor) -> Void)

    /// Returns the executor of the calls of one user, so that a user with many calls does not delay those of the others.
    ///
    /// - Parameter userID: The identifier of the user; nil if it is unknown.
    /// - Returns: The executor, which the task of a call prefers.
    func executor(for userID: UInt32?) -> any TaskExecutor
}
