import Dispatch
import Glibc
import Logging
import SystemPackage
import Systemd
import Trellis
import UnixSignals

/// The daemon while it runs: directories, lock, socket, plugins, signals and systemd, each around the next.
struct Daemon: Sendable {
    /// The daemon's options and plugins.
    let host: Host

    /// What was configured.
    let configuration: LoadedConfiguration

    /// The file that it was read from, if there is one.
    let configurationFile: FilePath?

    /// Where it keeps things.
    let directories: HostDirectories

    /// How many files the process may open.
    let descriptors: DescriptorLimit

    /// systemd.
    let manager: ServiceManager

    /// What decides what is logged.
    let logLevel: LogLevelControl

    /// Makes loggers.
    let makeLogger: @Sendable (_ label: String) -> Logger

    /// Writes the record of calls, whatever the log level is.
    let auditLogger: Logger

    /// Writes out what was logged, where the process ends without doing so by itself.
    let flushLog: @Sendable () -> Void

    /// Runs, until a signal stops the daemon or a required plugin fails.
    ///
    /// - Parameter sockets: What systemd passed.
    /// - Throws: ``HostFailure`` when the daemon can't start or go on.
    func run(activated sockets: [ActivatedSocket]) async throws(HostFailure) {
        let logger = makeLogger("trellis")
        let started = WallClock.system.now()
        let roles = RoleTable()
        let router = VarlinkRouter.host(logger: logger, interceptor: interceptor(roles))
        let environment = HostEnvironment.live(
            directories: directories, service: host.service, logger: makeLogger, status: { _, _ in })
        let plugins = try host.admit(configuration, environment: environment, router: router, roles: roles)
        // One that is not required fails when it starts, and the others go on.
        let invalid = plugins.validationFailures().filter(\.isRequired).map(\.failure)
        if let failure = HostFailure(joining: invalid) { throw failure }

        try Directory.make(directories.state, purpose: "state directory", protection: .named)
        try Directory.make(directories.cache, purpose: "cache directory", protection: .named)
        try Directory.make(directories.runtime, purpose: "runtime directory", protection: .named)
        let lock = try StateLock(of: directories.state)
        CrashRecord.begin(in: directories.state, logger: logger)
        let facts = ControlInterface.Facts(
            started: started, configuration: configurationFile?.string, stateDirectory: directories.state.string)
        do throws(RegistrationError) {
            try router.register(ControlInterface(host: plugins, facts: facts))
            try router.register(
                StandardServiceInterface(logLevel: logLevel, logger: logger, variables: host.variables))
        } catch {
            throw HostFailure(.software, "\(error)")
        }

        let server = VarlinkServer(
            router: router, configuration: limits(logger: logger), onEvent: ServerLog(logger: logger).note)
        let socket = try listen(server, sockets, logger: logger)
        try await serve(plugins, by: server, at: socket, logger: logger)
        _ = consume lock
    }

    /// The limits of the server, as configured; with fewer connections, in all and of each user, where the process may
    /// not open enough files.
    private func limits(logger: Logger) -> VarlinkServerConfiguration {
        var limits = configuration.host.control.server
        let (wished, wishedPerUser) = (limits.maximumConnections, limits.maximumConnectionsPerUser)
        limits.maximumConnections = descriptors.connections(of: wished)
        limits.maximumConnectionsPerUser = descriptors.connectionsPerUser(of: wishedPerUser, among: wished)
        limits.reservedConnections = descriptors.reservedConnections(of: limits.reservedConnections)
        if let count = descriptors.count, limits.maximumConnections < wished {
            logger.warning(
                """
                the limit on open files (RLIMIT_NOFILE) does not allow for as many connections as control.connections says, \
                and each user may have so much less: raise LimitNOFILE= of the unit, or lower control.connections
                """,
                metadata: [
                    "limit": "\(count)", "configured": "\(wished)", "connections": "\(limits.maximumConnections)",
                    "configuredPerUser": "\(wishedPerUser)",
                    "connectionsPerUser": "\(limits.maximumConnectionsPerUser)",
                    "needed": "\(DescriptorLimit.descriptors(for: wished))",
                ])
        }
        return limits
    }

    /// What decides on each call by the configured roles.
    private func interceptor(_ roles: RoleTable) -> AccessInterceptor {
        AccessInterceptor(
            policy: AccessPolicy(configuration.host.control.roles), roles: roles, audit: AuditLog(logger: auditLogger))
    }

    private func serve(
        _ plugins: PluginHost, by server: VarlinkServer, at socket: String, logger: Logger
    ) async throws(HostFailure) {
        let time = TimeExtension { manager.notify($0) }
        let deadline = StopDeadline(of: time) { endOverdue(plugins, logger: logger) }
        defer { deadline.disarm() }
        let stop = StopRequest {
            deadline.arm()
            manager.notify(.stopping, .status("stopping"))
        }
        // Takes these signals even when a plugin blocks every thread of the tasks that take them below.
        let early = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "trellis.stop"))
            source.setEventHandler { deadline.arm() }
            source.activate()
            return source
        }
        defer { for source in early { source.cancel() } }
        // The signals are taken before anything starts: one that comes while plugins start must not end the process.
        // SIGHUP asks a service for a reload, and would end the process; at a terminal it comes when that is closed,
        // and shall.
        // The others have no meaning here and are reported, since somebody expects an effect of them.
        let signals = await UnixSignalsSequence(
            trapping: [.sigterm, .sigint, .sigusr1, .sigusr2, .sigalrm] + (manager.isActive ? [.sighup] : []))
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await signal in signals {
                        if signal == .sighup {
                            logger.warning(
                                "SIGHUP does nothing: restart the daemon to have a changed configuration read")
                            continue
                        }
                        guard signal == .sigterm || signal == .sigint else {
                            logger.notice("ignored a signal that has no meaning", metadata: ["signal": "\(signal)"])
                            continue
                        }
                        if stop.latch.isOpen {
                            // SIGTERM may come twice for one wish to stop: timeout(1) sends it to the process and to
                            // its group.
                            guard signal == .sigint else { continue }
                            // Somebody at a terminal is in a hurry. What is on disk outlives a crash, so it outlives
                            // this.
                            logger.warning("stopping at once", metadata: ["signal": "\(signal)"])
                            flushLog()
                            _exit(EXIT_FAILURE)
                        }
                        logger.notice("stopping", metadata: ["signal": "\(signal)"])
                        stop.request(.signal(name: "\(signal)"))
                    }
                }
                group.addTask {
                    await plugins.requiredFailed.wait()
                    if let failure = plugins.requiredFailure { stop.request(.failure(failure)) }
                }
                if let interval = host.service.watchdogInterval {
                    let watchdog = Watchdog(interval: interval, clock: .system) { manager.notify(.watchdog) }
                    group.addTask { await watchdog.run() }
                }
                manager.notify(.status("starting"))
                do {
                    try await plugins.run(until: stop.latch, askingForTime: time.ask) {
                        try await serve(plugins, by: server, at: socket, until: stop, time: time)
                    }
                } catch {
                    // Only the first reason counts. The failure of a plugin cuts the start of the others short: it is
                    // the reason, and what they throw is not. Stopped by a signal while it starts, the daemon ends
                    // cleanly, whatever became of the start.
                    stop.request(.failure(error as? HostFailure ?? HostFailure(.software, "\(error)")))
                    if case .failure(let failure)? = stop.reason { throw failure }
                }
                group.cancelAll()
            }
        } catch {
            await server.shutdown(gracePeriod: .zero)
            throw error as? HostFailure ?? HostFailure(.software, "\(error)")
        }
        await server.shutdown(gracePeriod: .zero)
        logger.notice("stopped")
    }

    /// Ends the process although plugins have not stopped: what is on disk outlives it.
    private func endOverdue(_ plugins: PluginHost, logger: Logger) -> Never {
        let names = plugins.unstopped.joined(separator: ", ")
        logger.critical("the stop exceeds its limits: the process ends", metadata: ["plugins": "\(names)"])
        manager.notify(.status("ended: the stop exceeds its limits; plugins that did not stop: \(names)"))
        manager.flush(within: .seconds(1))
        flushLog()
        _exit((plugins.requiredFailure?.exitStatus ?? .software).rawValue)
    }

    /// Serves the socket while the plugins run.
    private func serve(
        _ plugins: PluginHost, by server: VarlinkServer, at socket: String, until stop: StopRequest,
        time: TimeExtension
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let summary = plugins.summary
            manager.notify(.ready, .status(summary))
            makeLogger("trellis").notice("ready", metadata: ["socket": "\(socket)", "plugins": "\(summary)"])
            await tellStatus(of: plugins, after: summary, until: stop.latch)
            let control = configuration.host.control
            time.ask(for: control.timeoutStop + control.timeoutClose)
            manager.notify(.status("stopping: calls under way finish"))
            await server.shutdown(gracePeriod: control.timeoutStop)
            manager.notify(.status("stopping: plugins close"))
            try await group.waitForAll()
        }
        if case .failure(let failure) = stop.reason { throw failure }
    }

    /// Reports the state of the plugins to systemd whenever it changes, their health included, until a latch is opened.
    private func tellStatus(of plugins: PluginHost, after summary: String, until stop: Latch) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var told = summary
                for await _ in plugins.changes {
                    let summary = plugins.summary
                    if summary != told { manager.notify(.status(summary)) }
                    told = summary
                }
            }
            group.addTask { await plugins.watchHealth() }
            await stop.wait()
            group.cancelAll()
        }
    }

    /// Takes over systemd's socket, or makes one.
    ///
    /// - Returns: Where the daemon is reached.
    private func listen(
        _ server: VarlinkServer, _ sockets: [ActivatedSocket], logger: Logger
    ) throws(HostFailure) -> String {
        do throws(VarlinkListenError) {
            var places: [String] = []
            for socket in sockets {
                guard let descriptor = socket.release() else { continue }
                switch socket.kind {
                case .connection: try server.adopt(connectedDescriptor: descriptor)
                case .listening, .other: try server.listen(onDescriptor: descriptor)
                }
                places.append(socket.path ?? "a socket without a path")
            }
            if !places.isEmpty {
                let named = host.options.socket ?? configuration.host.control.socket
                if let named, !places.contains(named) {
                    logger.warning(
                        "systemd passed a control socket, so the one that was named is not made",
                        metadata: ["socket": "\(places.joined(separator: ", "))", "named": "\(named)"])
                }
                return places.joined(separator: ", ")
            }
        } catch {
            throw HostFailure(.operatingSystemError, "systemd passed a socket that can't be served. \(error)")
        }
        let path = try host.controlSocket(configuration.host.control)
        if let parent = FilePath(path).removingLastComponent().nonEmpty {
            try Directory.make(parent, purpose: "folder of the control socket", mode: 0o755)
        }
        do throws(VarlinkListenError) {
            try server.listen(on: .path(path), mode: 0o660)
            return path
        } catch {
            throw HostFailure(listening: error)
        }
    }
}
