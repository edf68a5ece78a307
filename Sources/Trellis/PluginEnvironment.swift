public import Logging
public import SystemPackage

/// The directories, credentials and metrics that the host provides to one plugin.
///
/// The bindings of a plugin can depend on the environment. A parameter `Logger` receives the plugin's logger, and a
/// parameter ``WallClock`` the clock of the host. For each of its parts, a plugin derives a smaller environment that
/// contains only the operations that this part uses:
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
    package let clock: WallClock

    /// A logger that has the plugin's name in its label and in its metadata, under the key `plugin`.
    package let logger: Logger

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

/// The directories of a plugin: subdirectories of the daemon's directories, with the plugin's name.
///
/// The directories exist when the plugin's instances are created. They belong to the daemon's user and have the mode
/// 0700.
public struct PluginDirectories: Sendable, Hashable {
    /// The directory for persistent data: `/var/lib/trellis/NAME` under systemd.
    public var state: FilePath

    /// The directory for data that can be recreated: `/var/cache/trellis/NAME` under systemd.
    public var cache: FilePath

    /// The directory for data that is removed when the daemon stops: `/run/trellisd/NAME` under systemd.
    public var runtime: FilePath

    /// Creates a value from three paths, without creating the directories.
    ///
    /// - Parameters:
    ///   - state: The directory for persistent data.
    ///   - cache: The directory for data that can be recreated.
    ///   - runtime: The directory for data that is removed when the daemon stops.
    public init(state: FilePath, cache: FilePath, runtime: FilePath) {
        self.state = state
        self.cache = cache
        self.runtime = runtime
    }
}

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

/// Proof that this host was chosen to run a plugin that runs on one host at a time (`placement: single`).
///
/// A host that was suspended, or that has lost its connection, may still run a plugin for a moment after another host has taken
/// it over. A change in the cluster's store therefore has the condition that the key of the candidacy still has the revision of
/// the token; the store then rejects the change of the earlier host. Effects outside the store are not protected.
public struct FencingToken: Sendable, Hashable {
    /// The key of the host's candidacy in the store of the cluster.
    public let key: String

    /// The revision at which the key was created: larger than that of every earlier host.
    public let revision: Int64

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - key: The key of the host's candidacy.
    ///   - revision: The revision at which the key was created.
    public init(key: String, revision: Int64) {
        (self.key, self.revision) = (key, revision)
    }
}
