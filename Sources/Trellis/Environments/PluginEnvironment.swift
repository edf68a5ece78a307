public import Logging

/// The directories, credentials, clock, log and metrics that the host provides to one plugin.
///
/// The bindings of a plugin can depend on the environment. For each of its parts, a plugin derives a smaller
/// environment that contains only the operations that this part uses:
///
/// ```swift
/// struct WatchEnvironment: Sendable {
///     var changes: @Sendable (_ since: Int?) -> ItemChanges
///     var logger: Logger
/// }
/// ```
public struct PluginEnvironment: Sendable {
    /// The name under which the plugin is registered.
    public let name: String

    /// The directories of the plugin.
    public let directories: PluginDirectories

    /// The wall clock and the sleep function.
    public let clock: WallClock

    /// A logger that has the plugin's name in its label and in its metadata, under the key `plugin`.
    public let logger: Logger

    /// The metrics of the plugin.
    public let metrics: PluginMetrics

    /// Whether the daemon belongs to a cluster, so that plugins can require instances of it.
    public let hasCluster: Bool

    private let findCredential: @Sendable (String) throws -> [UInt8]?
    private let setStatus: @Sendable (String) -> Void
    private let execution: PluginExecution
    private let failpoints: Failpoints
    private let findFencingToken: @Sendable () -> FencingToken?

    /// Creates an environment.
    ///
    /// The host derives the environment of a plugin from the environment of the host. Tests can create it directly.
    ///
    /// - Parameters:
    ///   - name: The name under which the plugin is registered.
    ///   - directories: The directories of the plugin.
    ///   - clock: The wall clock and the sleep function.
    ///   - logger: A logger with the plugin's name.
    ///   - credential: Returns the bytes of a credential of the plugin, or nil when there is no credential with this
    ///     name.
    ///   - status: Sets the status text of the plugin.
    ///   - execution: Runs the plugin's tasks and callbacks. Default: without attribution, on Swift's thread pool.
    ///   - failpoints: The failpoints of the daemon. Default: a new list.
    ///   - metrics: The metrics of the plugin. Default: those of a new registry.
    ///   - hasCluster: Whether the daemon belongs to a cluster. Default: false.
    ///   - fencingToken: Returns the token of the current election. Default: none.
    public init(
        name: String,
        directories: PluginDirectories,
        clock: WallClock,
        logger: Logger,
        credential: @escaping @Sendable (_ name: String) throws -> [UInt8]?,
        status: @escaping @Sendable (_ text: String) -> Void,
        execution: PluginExecution = .unattributed,
        failpoints: Failpoints = Failpoints(),
        metrics: PluginMetrics? = nil,
        hasCluster: Bool = false,
        fencingToken: @escaping @Sendable () -> FencingToken? = { nil }
    ) {
        self.name = name
        self.directories = directories
        self.clock = clock
        self.logger = logger
        self.findCredential = credential
        self.setStatus = status
        self.execution = execution
        self.failpoints = failpoints
        self.metrics = metrics ?? PluginMetrics(of: name)
        self.hasCluster = hasCluster
        findFencingToken = fencingToken
    }

    /// The proof that this host was chosen to run the plugin; nil if the plugin runs on every host (`placement: everywhere`).
    ///
    /// Read it once in an initializer, so that a later election on this host does not permit the changes of an earlier life.
    public var fencingToken: FencingToken? { findFencingToken() }

    /// Returns a credential that the operator passes to the plugin, for example with systemd's
    /// `LoadCredential=PLUGIN.NAME:…`.
    ///
    /// Each call reads the credential from its file. Do not log the credential or store a copy on disk.
    ///
    /// - Parameter name: The name of the credential, without the plugin's name.
    /// - Returns: The bytes, or nil when the plugin has no credential with this name.
    /// - Throws: An error when the credential exists and cannot be read.
    public func credential(_ name: String) throws -> [UInt8]? {
        try findCredential(name)
    }

    /// Sets the status text that is shown with the plugin's state, such as `importing, 40 %`.
    ///
    /// - Parameter text: One line; an empty text removes the previous one.
    public func status(_ text: String) {
        setStatus(text)
    }

    /// Declares a failpoint of the plugin, at which `trellisctl inject` can inject faults.
    ///
    /// Declare a failpoint in an initializer, and evaluate it where the fault is to occur.
    ///
    /// - Parameter name: The name without the plugin's name, such as `store.write` for `items.store.write`.
    /// - Returns: The failpoint; the same one for each declaration of the name.
    public func failpoint(_ name: String) -> Failpoint { failpoints.declare("\(self.name).\(name)") }

    /// Starts a task on the plugin's threads, for code that no structured task can wait for, such as the reaction to a
    /// callback of a library.
    ///
    /// A crash of the task and its processor time are attributed to the plugin, unlike those of a `Task { … }`. The host
    /// cancels the task when the services of the plugin have ended, before its instances close. A task that then ignores
    /// its cancellation is reported with its name. Work that has to end in order belongs in a service.
    ///
    /// A reload with a new configuration replaces instances, but does not end the tasks of the plugin. An instance that
    /// is replaced cancels its tasks when it closes.
    ///
    /// - Parameters:
    ///   - name: The name of the task, for the operator.
    ///   - body: The code of the task.
    /// - Returns: The task.
    @discardableResult
    public func task<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let number = execution.begin(name)
        let task = Task(name: name, executorPreference: execution.executor) { [execution] in
            defer { execution.end(number) }
            return try await body()
        }
        execution.setCancellation(number) { task.cancel() }
        return task
    }

    /// Calls a function whose code is attributed to the plugin, on a thread that does not belong to the plugin.
    ///
    /// Use it in the callbacks of libraries that have their own threads. A crash of the function and its processor time
    /// are attributed to the plugin. If the function blocks a thread that the whole daemon needs, the log and the
    /// watchdog name the plugin.
    ///
    /// - Parameter body: The function, which should return soon.
    /// - Returns: The result of the function.
    /// - Throws: The error of the function.
    public func attributed<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        var result: Result<Value, Failure>?
        execution.attribute { result = Result(catching: body) }
        guard let result else { preconditionFailure("the host calls the function exactly once") }
        return try result.get()
    }
}
