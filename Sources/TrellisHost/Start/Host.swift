import Dispatch
import Foundation
import Glibc
import HostConfiguration
import HostInterface
import HostSupport
import Logging
import OpenMetrics
import SystemPackage
public import Systemd
import Trellis
import UnixSignals

/// The daemon, from its command line to its exit status.
///
/// ## Phases
///
/// 1. The configuration and the blueprints of all enabled plugins are read and validated. ``check()`` ends here.
/// 2. The directories are created, the state directory is locked, and the control socket is taken over from systemd or
///    created. From this phase on, clients can connect, but their calls wait.
/// 3. The plugins start, each after its dependencies.
/// 4. The socket is served, and systemd is notified that the daemon is ready.
/// 5. SIGTERM, SIGINT or the failure of a required plugin stops the daemon: systemd is notified, calls in progress
///    finish within their time limit, and the plugins stop in reverse order.
public struct Host: Sendable {
    /// The version of the daemon.
    public static let version = Release.version

    let options: HostOptions
    let registrations: [PluginRegistration]
    let absent: [AbsentPlugin]
    let connect: ClusterConnection?
    let root: RootScope
    let service: ServiceEnvironment
    let variables: [String: String]

    /// Creates a daemon, and starts nothing.
    ///
    /// - Parameters:
    ///   - options: The command-line options.
    ///   - plugins: The plugins of the daemon.
    ///   - absent: The plugins that the program was built without. Default: none.
    ///   - service: The service environment that systemd provides.
    ///   - variables: The environment variables.
    ///   - connect: Creates the access to a cluster. Default: the section `cluster.etcd` is rejected.
    ///   - root: The root scope, with the instances that all plugins can depend on. Default: the clock and the metrics only.
    public init(
        options: HostOptions, plugins: [PluginRegistration], absent: [AbsentPlugin] = [],
        service: ServiceEnvironment, variables: [String: String], cluster connect: ClusterConnection? = nil,
        root: RootScope = RootScope()
    ) {
        self.options = options
        self.registrations = plugins
        self.absent = absent
        self.connect = connect
        self.root = root
        self.service = service
        self.variables = variables
    }

    /// Validates the configuration with its users and groups, and the blueprints and credentials of enabled plugins.
    ///
    /// A start performs the same validation first, except the search for contributions to unknown extension points.
    ///
    /// - Returns: A line that names the file and the enabled plugins, then a line per warning.
    /// - Throws: `HostFailure` with every problem.
    public func check() throws(HostFailure) -> String { try check(with: OperatorOverrides()) }

    private func check(with overrides: OperatorOverrides) throws(HostFailure) -> String {
        let (configuration, file) = try loadConfiguration(with: overrides)
        let silent = HostEnvironment.live(
            directories: HostDirectories(state: "/nonexistent", cache: "/nonexistent", runtime: "/nonexistent"),
            service: service, logger: { label in Logger(label: label) { _ in SwiftLogNoOpLogHandler() } })
        let host = try admit(
            configuration, environment: silent, router: .host(logger: silent.logger("trellis")), roles: RoleTable(),
            findingUnknownPoints: true)
        let failures = host.validationFailures()
        if var failure = HostFailure(joining: failures.filter(\.isRequired).map(\.failure)) {
            // In a unit, systemd has passed the credentials that the unit has.
            if service.credentials == nil, variables["INVOCATION_ID"] == nil, failure.message.contains("credential") {
                failure.advice =
                    (failure.advice.map { "\($0). " } ?? "")
                    + "CREDENTIALS_DIRECTORY is not set, so credentials of the unit were not checked: as root, run "
                    + "'trellisd --check --unit trellisd.service'"
            }
            throw failure
        }
        try rejectOtherFile(at: configuration.host.control.socket)
        let plugins = configuration.enabledPlugins
        let summary =
            "\(file.map { "\($0)" } ?? "the default configuration") is valid; enabled plugins: "
            + (plugins.isEmpty ? "none" : plugins.joined(separator: ", "))
        let warnings = failures.map { "warning: \($0.failure)" }
        return ([summary] + warnings).joined(separator: "\n")
    }

    /// Rejects a path of the control socket at which another kind of file is.
    private func rejectOtherFile(at socket: String?) throws(HostFailure) {
        var status = stat()
        guard let socket, lstat(socket, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return }
        throw HostFailure(
            .cannotCreate, "control.socket: \(socket) exists and is not a socket",
            advice: "Move it away, or choose another path")
    }

    /// Validates the configuration of the daemon.
    ///
    /// Root continues as the owner of the state directory, so that a file which the daemon cannot read is a problem. For a process with
    /// credentials, systemd has chosen the user.
    private func checkDefault() throws(HostFailure) -> String {
        let directories = try? HostDirectories(
            options: options, service: service, variables: variables, isRoot: isRoot)
        guard let directories else { return try check(with: OperatorOverrides()) }
        if options.configuration == nil, service.credentials == nil { try Directory.becomeOwner(of: directories.state) }
        return try check(with: try savedOverrides(in: directories.state))
    }

    /// The plugins that operators have enabled or disabled; none if the user may not read the state directory.
    private func savedOverrides(in state: FilePath) throws(HostFailure) -> OperatorOverrides {
        guard faccessat(AT_FDCWD, state.string, R_OK | X_OK, AT_EACCESS) == 0 else { return OperatorOverrides() }
        return try OverridesFile(in: state).read()
    }

    /// Validates each file as a separate configuration, with the drop-ins beside it, as ``check()`` does.
    ///
    /// Without files, commands of operators that enabled or disabled plugins apply, as at a start of the daemon.
    ///
    /// - Parameters:
    ///   - files: The files; when there is none, the file of the options or the default one.
    ///   - report: Receives the summary of each valid file.
    /// - Throws: `HostFailure` with every problem of every file; the failure of `report`.
    func check(
        _ files: [FilePath], reporting report: (String) throws(HostFailure) -> Void
    ) throws(HostFailure) {
        guard !files.isEmpty else { return try report(try checkDefault()) }
        var failures: [HostFailure] = []
        for file in files {
            var options = options
            options.configuration = file
            let host = Host(
                options: options, plugins: registrations, absent: absent, service: service, variables: variables,
                cluster: connect, root: root)
            let summary: String
            do throws(HostFailure) {
                summary = try host.check()
            } catch {
                var failure = error
                // The message of an unreadable file already names the file.
                if error.exitStatus != .noInput { failure.message = "\(file) is invalid:\n\(error.message)" }
                failures.append(failure)
                continue
            }
            do throws(HostFailure) { try report(summary) } catch { failures.append(error) }
        }
        if let failure = HostFailure(joining: failures) { throw failure }
    }

    /// Runs the daemon until it is stopped by a signal.
    ///
    /// Under systemd, a failed start may delay the return, because the daemon reports the reason to clients.
    ///
    /// - Parameters:
    ///   - destination: The destination of the log.
    ///   - report: Receives the failure before the delay. Default: the failure is not reported.
    /// - Throws: `HostFailure` when the daemon cannot start, or a required plugin fails. Everything that was started
    ///   has been stopped, and systemd has been notified of the reason.
    public func run(
        logTo destination: LogDestination, reporting report: (HostFailure) -> Void = { _ in }
    ) async throws(HostFailure) {
        let ring = LogRing()
        let logger = destination.logger("trellis", level: LogLevelControl(options.logLevel ?? .info), ring: ring)
        let manager = ServiceManager(environment: service, logger: logger)
        defer { manager.flush(within: .seconds(1)) }
        let ready = OneShotEvent()
        // ``FailedStart`` serves duplicates, because the server closes its descriptors when the start fails.
        var duplicates: [ActivatedSocket] = []
        let handover = ConnectionHandover(manager: manager, storeSize: service.descriptorStoreSize, logger: logger)
        var stored: [ActivatedSocket] = []
        do throws(HostFailure) {
            let passed = try takeSockets(logger: logger)
            let sockets = passed.filter { !ConnectionHandover.names.contains($0.name) }
            stored = passed.filter { ConnectionHandover.names.contains($0.name) }
            duplicates = sockets.filter { $0.kind == .listening }.compactMap { $0.duplicate() }
            // A signal that arrives after the configuration was read must not be lost. At a terminal SIGHUP keeps its default
            // action: it ends the process when the terminal is closed.
            let hangups = await UnixSignalsSequence(trapping: manager.isActive ? [.sighup] : [])
            let daemon = try prepare(logTo: destination, ring: ring, manager: manager, ready: ready)
            try await daemon.run(activated: sockets, stored: stored, reloadingFor: hangups)
        } catch {
            var notifications: [ServiceNotification] = [.status(error.description), .exitStatus(error.exitStatus)]
            if let errno = error.errno { notifications.append(.errno(errno)) }
            manager.notify(notifications)
            report(error)
            if manager.isActive, !ready.isSignaled {
                // The clients of these connections receive the reason when they connect again.
                for descriptor in stored { descriptor.close() }
                if !stored.isEmpty { handover.empty() }
                let start = FailedStart(failure: error, record: failureRecord, manager: manager, logger: logger)
                await start.report(on: duplicates)
            }
            throw error
        }
    }

    /// The record of failed starts; nil when the state directory is unknown.
    private var failureRecord: FailureRecord? {
        (try? HostDirectories(options: options, service: service, variables: variables, isRoot: isRoot)).map {
            FailureRecord(in: $0.state)
        }
    }

    /// Validates the configuration and the plugins.
    private func prepare(
        logTo destination: LogDestination, ring: LogRing, manager: ServiceManager, ready: OneShotEvent
    ) throws(HostFailure) -> Daemon {
        let descriptors = DescriptorLimit.raise()
        try descriptors.requireMinimum()
        let directories = try HostDirectories(options: options, service: service, variables: variables, isRoot: isRoot)
        let failpoints = Failpoints()
        let overrides = OverridesFile(in: directories.state, failpoints: failpoints)
        let (configuration, file) = try loadConfiguration(with: try overrides.read())
        let control = configuration.host.control
        let level = LogLevelControl(configuration.host.logLevel)
        let logger = destination.logger("trellis", level: level, ring: ring)
        let roles = RoleTable()
        let audit = destination.auditLog(atLevel: level.configured, logger: logger)
        audit.configure(configuration.host.auditJournal)
        let policy = CurrentPolicy { AccessPolicy(control.roles) }
        // The name service takes a millisecond or more, in which the plugins are validated.
        DispatchQueue.global().async { _ = policy.value }
        let metrics = MetricRegistry { conflict in logger.log(.metricConflict, "\(conflict)") }
        let access = AccessInterceptor(policy: policy, roles: roles, audit: audit)
        let interceptor: any CallInterceptor =
            options.measuresCalls ? CallMetrics(around: access, roles: roles, in: metrics) : access
        let environment = HostEnvironment.live(
            directories: directories, service: service, logger: { destination.logger($0, level: level, ring: ring) },
            failpoints: failpoints, metrics: metrics)
        let router = VarlinkRouter.host(logger: logger, interceptor: interceptor)
        let (serverLog, freedMemory) = (ServerLog(logger: logger), FreedMemory())
        let server = VarlinkServer(
            router: router, configuration: control.server(within: descriptors, logger),
            onEvent: { event in
                serverLog.record(event)
                if case .closed = event { freedMemory.noteClosedConnection() }
            })
        let plugins = try admit(
            configuration,
            source: ConfigurationSource(
                read: { try loadConfiguration(with: $0).configuration },
                apply: { host in
                    level.configure(host.logLevel)
                    audit.configure(host.auditJournal)
                    policy.replace(with: AccessPolicy(host.control.roles))
                    let limits = host.control.server(within: descriptors, logger)
                    if limits != server.configuration { server.configure(limits) }
                    if !host.control.failpoints { failpoints.removeAll() }
                }),
            environment: environment, router: router, roles: roles, access: access, overridesFile: overrides,
            findingUnknownPoints: false)
        // Any other invalid plugin fails when it starts, and the daemon continues.
        let invalid = plugins.validationFailures().filter(\.isRequired).map(\.failure)
        if let failure = HostFailure(joining: invalid) { throw failure }
        return Daemon(
            server: server, configurationFile: file, socketPath: controlSocket(control), directories: directories,
            plugins: plugins, audit: audit, watchdogInterval: service.watchdogInterval,
            variables: variables, manager: manager, ready: ready,
            handover: ConnectionHandover(manager: manager, storeSize: service.descriptorStoreSize, logger: logger),
            logLevel: level, log: ring, logger: logger,
            flushLog: {
                audit.flush(within: .seconds(1))
                destination.flush(within: .seconds(1))
            })
    }

    /// Validates the enabled plugins together.
    ///
    /// A start does not reject contributions to unknown extension points: they have no effect, and the search assembles the
    /// blueprints of disabled plugins. The daemon logs them when it is ready.
    func admit(
        _ configuration: LoadedConfiguration, source: ConfigurationSource? = nil, environment: HostEnvironment,
        router: VarlinkRouter, roles: RoleTable, access: AccessInterceptor? = nil, overridesFile: OverridesFile? = nil,
        findingUnknownPoints findsUnknownPoints: Bool
    ) throws(HostFailure) -> PluginHost {
        let plugins: PluginHost
        let cluster = try cluster(for: configuration.host.cluster, in: environment)
        var environment = environment
        environment.hasCluster = cluster != nil
        do {
            plugins = try PluginHost(
                configuration: configuration, source: source, environment: environment, router: router, roles: roles,
                access: access, overridesFile: overridesFile, cluster: cluster, adjusting: { _, _ in })
        } catch {
            throw error as? HostFailure ?? HostFailure(.configuration, "\(error)")
        }
        roles.register([HostContract.contract, SystemdServiceContract.contract])
        try plugins.rejectConflicts(findingUnknownPoints: findsUnknownPoints)
        return plugins
    }

    /// The name of the control socket in its unit (`FileDescriptorName=`), which a single socket need not have.
    private static let socketName = "varlink"

    private func takeSockets(logger: Logger) throws(HostFailure) -> [ActivatedSocket] {
        do throws(SocketActivationError) {
            return try SocketActivation.takeSockets(
                named: [Self.socketName], stored: ConnectionHandover.names, logger: logger)
        } catch {
            throw HostFailure(.operatingSystemError, "\(error)")
        }
    }
}

extension LogDestination {
    /// Creates a logger that writes to this destination and to the ring.
    fileprivate func logger(_ label: String, level: LogLevelControl, ring: LogRing) -> Logger {
        Logger(label: label) {
            HostLogHandler(logHandler(label: $0, metadataProvider: .call), label: $0, control: level, ring: ring)
        }
    }
}

extension Host {
    /// Whether the process runs as root.
    var isRoot: Bool { geteuid() == 0 }

    /// Reads and validates the configuration.
    ///
    /// - Parameter overrides: The plugins that operators have enabled or disabled. Default: none.
    /// - Returns: The configuration and its file; the file is nil when the default values are used without a file.
    /// - Throws: `HostFailure` with every problem.
    func loadConfiguration(
        with overrides: OperatorOverrides = OperatorOverrides()
    ) throws(HostFailure) -> (configuration: LoadedConfiguration, file: FilePath?) {
        try registrations.requireValidNames()
        let file = options.configuration ?? (options.isDemo ? nil : defaultConfiguration)
        do throws(ConfigurationError) {
            let configuration = try LoadedConfiguration(
                path: file, variables: variables, options: options.settings, logLevel: options.logLevel,
                socket: options.socket, isDemo: options.isDemo, overrides: overrides, root: root,
                registrations: registrations)
            return (configuration, file)
        } catch {
            let missing = absent.filter { plugin in error.diagnostics.contains { $0.path == ["plugins", plugin.name] } }
            throw HostFailure(
                error.kind == .unreadable ? .noInput : .configuration, error.description,
                advice: missing.isEmpty
                    ? nil : missing.map { "plugins.\($0.name): \($0.reason)" }.joined(separator: "; "))
        }
    }

    private var defaultConfiguration: FilePath? {
        if !isRoot, service.directories(.configuration).isEmpty, let file = userConfiguration { return file }
        let directory = service.directories(.configuration).first.map { FilePath($0) } ?? "/etc/trellis"
        let file = directory.appending("trellis.yaml")
        // A file that the daemon may not reach is an error of its own, and so is a missing one whose drop-ins exist.
        let isAbsent = access(file.string, F_OK) != 0 && errno == ENOENT
        return isAbsent && !hasDropIns(directory) ? nil : file
    }

    private func hasDropIns(_ directory: FilePath) -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.appending("trellis.d").string)
        return names?.contains { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") } == true
    }

    /// The configuration of an ordinary user (XDG Base Directory Specification); nil if there is none.
    private var userConfiguration: FilePath? {
        let parents = [variables["XDG_CONFIG_HOME"], variables["HOME"].map { "\($0)/.config" }]
        guard let parent = parents.compactMap(\.self).first(where: { $0.hasPrefix("/") }) else { return nil }
        let file = FilePath(parent).appending("trellis").appending("trellis.yaml")
        return access(file.string, F_OK) == 0 ? file : nil
    }

    /// The path of the control socket when systemd does not pass one.
    func controlSocket(_ configuration: ControlConfiguration) -> ControlSocketPath {
        ControlSocketPath(named: configuration.socket, variables: variables, isRoot: isRoot)
    }
}

/// Creates the access to a cluster, and does not connect.
///
/// Throws `HostFailure` when the configuration is invalid, such as a certificate that cannot be read.
public typealias ClusterConnection =
    @Sendable (_ configuration: ClusterConfiguration, _ environment: HostEnvironment) throws -> any Cluster

extension Host {
    /// Creates the access to the configured cluster, if any.
    func cluster(
        for configuration: ClusterConfiguration, in environment: HostEnvironment
    ) throws(HostFailure) -> (any Cluster)? {
        guard configuration.etcd != nil else { return nil }
        guard let connect else {
            throw HostFailure(
                .configuration, "cluster.etcd is set, but this program was built without the client of etcd",
                advice: "Use the program of the Debian package or of 'make build', or remove the section cluster.etcd")
        }
        do {
            return try connect(configuration, environment)
        } catch {
            throw error as? HostFailure ?? HostFailure(.configuration, "cluster.etcd: \(error)")
        }
    }
}
