/// The execution of a plugin's code outside its services and calls, which the host provides.
///
/// ``PluginEnvironment/task(_:_:)`` and ``PluginEnvironment/attributed(_:)`` use it.
public struct PluginExecution: Sendable {
    /// The executor of the plugin's tasks; nil for Swift's thread pool.
    public var executor: (any TaskExecutor)?

    /// Calls a function whose code on this thread is attributed to the plugin.
    public var attribute: @Sendable (_ body: () -> Void) -> Void

    /// Registers a task before it is created, and returns its number.
    public var begin: @Sendable (_ name: String) -> Int

    /// Sets the function that cancels a task.
    public var setCancellation: @Sendable (_ task: Int, _ cancel: @escaping @Sendable () -> Void) -> Void

    /// Unregisters a task, when its code has ended.
    public var end: @Sendable (_ task: Int) -> Void

    /// Creates a value from its parts.
    ///
    /// - Parameters:
    ///   - executor: The executor of the plugin's tasks; nil for Swift's thread pool.
    ///   - attribute: Calls a function whose code on this thread is attributed to the plugin.
    ///   - begin: Registers a task before it is created, and returns its number.
    ///   - setCancellation: Sets the function that cancels a task.
    ///   - end: Unregisters a task, when its code has ended.
    public init(
        executor: (any TaskExecutor)?,
        attribute: @escaping @Sendable (_ body: () -> Void) -> Void,
        begin: @escaping @Sendable (_ name: String) -> Int,
        setCancellation: @escaping @Sendable (_ task: Int, _ cancel: @escaping @Sendable () -> Void) -> Void,
        end: @escaping @Sendable (_ task: Int) -> Void
    ) {
        self.executor = executor
        self.attribute = attribute
        self.begin = begin
        self.setCancellation = setCancellation
        self.end = end
    }

    /// An execution without a host, for tests: tasks run on Swift's thread pool, and nothing is attributed or cancelled.
    public static let unattributed = PluginExecution(
        executor: nil, attribute: { $0() }, begin: { _ in 0 }, setCancellation: { _, _ in }, end: { _ in })
}
