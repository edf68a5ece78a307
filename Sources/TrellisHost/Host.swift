import HostInterface
import Logging
import SystemPackage
public import Systemd
import Trellis

/// The daemon, from its command line to its exit.
///
/// ## Its life
///
/// 1. The configuration is read and checked, and the graph of every enabled plugin with it. ``check()`` ends here.
/// 2. The directories are made, the state directory locked, the control socket taken over from systemd or bound.
///    Clients may connect from now on, and wait.
/// 3. The plugins start, each after those that it needs.
/// 4. The socket is served, and systemd is told that the daemon is ready.
/// 5. SIGTERM or SIGINT, or the failure of a required plugin, begins the end: systemd is told, calls under way finish
///    within their time, the plugins stop in reverse.
public struct Host: Sendable {
    /// The version of the daemon.
    public static let version = "0.1.0"

    let options: HostOptions
    let registrations: [PluginRegistration]
    let service: ServiceEnvironment
    let variables: [String: String]

    /// Creates a daemon; nothing happens yet.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - plugins: The plugins that the daemon is built with.
    ///   - service: What systemd says.
    ///   - variables: The environment variables.
    public init(
        options: HostOptions, plugins: [PluginRegistration], service: ServiceEnvironment, variables: [String: String]
    ) {
        self.options = options
        self.registrations = plugins
        self.service = service
        self.variables = variables
    }

    /// Checks everything that a start checks before it has an effect: the configuration with the accounts that it names, the
    /// graph of every enabled plugin, and the credentials that plugins require.
    ///
    /// - Returns: What was found to be in order, in a sentence for the operator.
    /// - Throws: ``HostFailure`` with every fault.
    public func check() throws(HostFailure) -> String {
        let (configuration, file) = try loadConfiguration()
        let silent = HostEnvironment.live(
            directories: HostDirectories(state: "/nonexistent", cache: "/nonexistent", runtime: "/nonexistent"),
            service: service, logger: { label in Logger(label: label) { _ in SwiftLogNoOpLogHandler() } },
            status: { _, _ in })
        let host = try admit(
            configuration, environment: silent, router: .host(logger: silent.logger("trellis")), roles: RoleTable())
        let failures = host.validationFailures()
        if var failure = HostFailure(joining: failures.filter(\.isRequired).map(\.failure)) {
            if service.credentials == nil {
                failure.advice =
                    (failure.advice.map { "\($0). " } ?? "")
                    + "CREDENTIALS_DIRECTORY is not set here, so credentials of the unit were not checked: see trellisd(8)"
            }
            throw failure
        }
        let plugins = configuration.enabledPlugins
        let summary =
            "\(file.map { "\($0)" } ?? "the default configuration") is in order; it enables "
            + (plugins.isEmpty ? "no plugin." : "\(plugins.joined(separator: ", ")).")
        let warnings = failures.map { "Not required: \($0.failure)." }
        return ([summary] + warnings).joined(separator: "\n")
    }

    /// Runs the daemon, until it is stopped by a signal.
    ///
    /// - Parameter destination: Where the log goes.
    /// - Throws: ``HostFailure`` when it can't start, or a required plugin failed. What was started is stopped then,
    ///   and systemd has been told the reason.
    public func run(logTo destination: LogDestination) async throws(HostFailure) {
        let early = options.logLevel ?? .info
        let manager = ServiceManager(environment: service, logger: destination.logger("trellis", level: early))
        defer { manager.flush(within: .seconds(1)) }
        do throws(HostFailure) {
            let sockets = try takeSockets(logger: destination.logger("trellis", level: early))
            let descriptors = DescriptorLimit.raise()
            try descriptors.requireMinimum()
            let (configuration, file) = try loadConfiguration()
            let level = LogLevelControl(options.logLevel ?? configuration.host.logLevel)
            let directories = try HostDirectories(
                options: options, service: service, variables: variables, isRoot: isRoot)
            let daemon = Daemon(
                host: self, configuration: configuration, configurationFile: file, directories: directories,
                descriptors: descriptors, manager: manager, logLevel: level,
                makeLogger: { destination.logger($0, level: level) },
                auditLogger: destination.auditLogger,
                flushLog: { destination.flush(within: .seconds(1)) })
            try await daemon.run(activated: sockets)
        } catch {
            var notifications: [ServiceNotification] = [.status(error.description), .exitStatus(error.exitStatus)]
            if let errno = error.errno { notifications.append(.errno(errno)) }
            manager.notify(notifications)
            throw error
        }
    }

    /// Admits the enabled plugins, and learns which roles the contracts of all plugins ask for.
    func admit(
        _ configuration: LoadedConfiguration, environment: HostEnvironment, router: VarlinkRouter, roles: RoleTable
    ) throws(HostFailure) -> PluginHost {
        let plugins: PluginHost
        do throws(AdmissionError) {
            plugins = try PluginHost(configuration: configuration, environment: environment, router: router)
        } catch {
            throw HostFailure(.configuration, error.description)
        }
        do throws(UnknownRole) {
            try roles.learn([HostContract.contract, SystemdServiceContract.contract] + plugins.contracts)
        } catch {
            throw HostFailure(.software, "\(error)")
        }
        if let failure = HostFailure(joining: plugins.interfaceConflicts) { throw failure }
        return plugins
    }

    private func takeSockets(logger: Logger) throws(HostFailure) -> [ActivatedSocket] {
        do throws(SocketActivationError) {
            return try SocketActivation.takeSockets(named: ["varlink"], logger: logger)
        } catch {
            throw HostFailure(.operatingSystemError, "\(error)")
        }
    }
}

extension LogDestination {
    /// Makes a logger that writes here, before there is a configuration.
    fileprivate func logger(_ label: String, level: Logger.Level) -> Logger {
        logger(label, level: LogLevelControl(level))
    }

    /// Makes a logger that writes here.
    fileprivate func logger(_ label: String, level: LogLevelControl) -> Logger {
        Logger(label: label) { ControlledLogHandler(logHandler(label: $0), control: level) }
    }
}
