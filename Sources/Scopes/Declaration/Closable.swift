/// A type whose instances release resources when their scope closes.
///
/// A scope calls ``close()`` once on each instance that it created, in the reverse order of creation, after it has closed
/// everything that depends on the instance. An instance that was passed to the blueprint (`provide(value:)`) is not closed:
/// its creator owns it.
public protocol Closable: Sendable {
    /// Releases the resources of the instance: files, connections, tasks.
    ///
    /// The call is not cancelled with the task that closes the scope. After the time limit
    /// (``Blueprint/closingTimeLimit``), the task of the call is cancelled and no longer awaited, and closing continues with the
    /// next instance.
    ///
    /// - Throws: Any error. The error is reported in the ``ClosingReport``, and closing continues.
    func close() async throws
}
