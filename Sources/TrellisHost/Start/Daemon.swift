import Dispatch
import Foundation
import Glibc
import HostConfiguration
import HostSupport
import Logging
import OpenMetrics
import SystemPackage
import Systemd
import Trellis
import UnixSignals

/// A running daemon: directories, lock, socket, plugins, signals and systemd.
struct Daemon: Sendable {
    /// The server of the control socket, which does not listen yet.
    let server: VarlinkServer

    /// The configuration file, if any.
    let configurationFile: FilePath?

    /// The path of the control socket when systemd does not pass one.
    let socketPath: ControlSocketPath

    /// The directories of the daemon.
    let directories: HostDirectories

    /// The validated plugins.
    let plugins: PluginHost

    /// The audit log, whose problems are part of the daemon's status.
    let audit: AuditLog

    /// The interval of systemd's watchdog; nil when it is disabled.
    let watchdogInterval: Duration?

    /// The environment variables, which the interface `io.systemd.service` reports.
    let variables: [String: String]

    /// The connection to systemd.
    let manager: ServiceManager

    /// Signaled when the daemon is ready.
    let ready: OneShotEvent

    /// Hands connections over to the next process.
    let handover: ConnectionHandover

    /// The log level, which an administrator can change.
    let logLevel: LogLevelControl

    /// The newest entries of the log.
    let log: LogRing

    /// The logger of the daemon.
    let logger: Logger

    /// Writes all buffered log messages, before the process is ended by `_exit`.
    let flushLog: @Sendable () -> Void

    /// Runs until a signal stops the daemon or a required plugin fails.
    ///
    /// - Parameters:
    ///   - sockets: The sockets that systemd passed.
    ///   - stored: The descriptors from systemd's file descriptor store, which keeps them until the socket is served.
    ///   - hangups: The signals that request a reload, from the time before the configuration was read.
    /// - Throws: `HostFailure` when the daemon cannot start or continue.
    func run(
        activated sockets: [ActivatedSocket], stored: [ActivatedSocket], reloadingFor hangups: UnixSignalsSequence
    ) async throws(HostFailure) {
        let started = WallClock.system.now()
        try Directory.create(directories.state, purpose: "state directory", protection: .named)
        try Directory.create(directories.cache, purpose: "cache directory", protection: .named)
        try Directory.create(directories.runtime, purpose: "runtime directory", protection: .named)
        let lock = try StateLock(of: directories.state)
        BackupCopy.removeLeftovers(in: directories.cache)
        // The death is counted before its record is replaced.
        let crash = CrashRecord.last(in: directories.state)
        plugins.countDeath(crash, in: DeathCountsFile(in: directories.state, failpoints: plugins.failpoints))
        CrashRecord.prepare(in: directories.state, logger: logger)
        if crash == nil, let process = lock.killedProcess {
            logger.log(
                .previousRunKilled,
                "the previous run of the daemon (process \(process)) was killed, or the machine stopped without a shutdown",
                metadata: ["process": "\(process)"])
        }
        let facts = ControlInterface.Facts(
            started: started, configuration: configurationFile?.string, stateDirectory: directories.state.string,
            cacheDirectory: directories.cache)
        do throws(RegistrationError) {
            try plugins.router.register(
                ControlInterface(
                    host: plugins, audit: audit, facts: facts, logLevel: logLevel, log: log, logger: logger))
            try plugins.router.register(
                StandardServiceInterface(
                    logLevel: logLevel, logger: logger, variables: variables,
                    secretVariables: plugins.configuration.secretVariables,
                    reload: { _ = try await plugins.reload(expecting: nil) }))
        } catch {
            throw HostFailure(.software, "\(error)")
        }

        plugins.metrics.collect(DaemonMetrics(server: server, directories: directories).collect)
        let socket = try listen(sockets)
        try await runUntilStopped(stored, at: socket, since: started, reloadingFor: hangups)
        _ = consume lock
    }

    /// Runs the plugins and the server until a stop is requested.
    private func runUntilStopped(
        _ stored: [ActivatedSocket], at socket: String, since started: Date, reloadingFor hangups: UnixSignalsSequence
    ) async throws(HostFailure) {
        try audit.open(in: directories.state)
        defer { audit.close() }
        let time = TimeoutExtension { manager.notify($0) }
        let deadline = StopDeadline(of: time) { endOverdue() }
        defer { deadline.disarm() }
        let stop = StopRequest {
            deadline.arm()
            manager.notify(.stopping, .status("stopping"))
        }
        // These sources arm the deadline even if a plugin blocks all threads, so that no task handles the signals.
        let sources = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "trellis.stop"))
            source.setEventHandler { deadline.arm() }
            source.activate()
            return source
        }
        defer { for source in sources { source.cancel() } }
        // The signals are trapped before anything starts, so that none ends the process while plugins start.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sigusr1, .sigusr2, .sigalrm)
        let (reloads, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let handler = SignalHandler(stop: stop, logger: logger, flushLog: flushLog)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for await signal in signals { handler.handle(signal) } }
                group.addTask { for await _ in hangups { request.yield() } }
                group.addTask { await reload(for: reloads) }
                group.addTask {
                    await plugins.requiredFailed.wait()
                    guard let failure = plugins.requiredFailure else { return }
                    if let plugin = plugins.stalledPlugin { CrashRecord.blame(plugin, for: .stall) }
                    stop.request(.failure(failure))
                }
                watch(in: &group)
                if let cluster = plugins.cluster {
                    group.addTask { await plugins.watchCluster() }
                    let changes = plugins.statusChanged.changes(isInitiallySignaled: true)
                    group.addTask {
                        await cluster.run(describing: { plugins.clusterHost(since: started) }, after: changes)
                    }
                }
                let startReported = OneShotEvent()
                group.addTask {
                    await reportStart()
                    startReported.signal()
                }
                do {
                    try await plugins.run(until: stop.event, requestingTime: time.request) {
                        // No earlier status replaces that of the ready daemon.
                        await startReported.wait()
                        try await serve(stored, at: socket, until: stop, time: time)
                    }
                } catch {
                    // Only the first reason is stored: the failure of a plugin interrupts the start of the others,
                    // which then throw further errors. A stop by a signal during the start is not a failure.
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
        logger.log(.stopped, "stopped")
    }

    /// Serves the socket while the plugins run.
    private func serve(
        _ stored: [ActivatedSocket], at socket: String, until stop: StopRequest, time: TimeoutExtension
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await server.run()
                } catch {
                    stop.request(.failure(HostFailure(.software, "the control socket is no longer served: \(error)")))
                }
            }
            if !stored.isEmpty {
                // The state of the connections changes from here on, so the table in the store no longer applies.
                handover.empty()
                await server.adopt(handover.take(stored))
            }
            // A server that cannot serve its socket is not ready.
            if stop.event.isSignaled, case .failure(let failure)? = stop.reason { throw failure }
            let summary = status
            FailureRecord(in: directories.state).remove()
            // The message is logged before systemd is notified, so that the log of a ready daemon contains it.
            logger.log(.ready, "ready", metadata: ["socket": "\(socket)", "plugins": "\(summary)"])
            manager.notify(.ready, .status(summary))
            time.note(isRunning: true)
            plugins.reportUnknownPoints()
            reportReloads(until: stop.event, extending: time)
            // Reloads for signals begin now, and systemd is notified of each.
            ready.signal()
            await reportStatus(after: summary, until: stop.event)
            let control = plugins.configuration.host.control
            time.request(control.timeoutStop + control.timeoutClose)
            manager.notify(.status("stopping: waiting for calls in progress"))
            if handover.isPossible {
                handover.give(await server.handOver(gracePeriod: control.timeoutStop))
            } else {
                await server.shutdown(gracePeriod: control.timeoutStop)
            }
            manager.notify(.status("stopping: closing plugins"))
            try await group.waitForAll()
        }
        if case .failure(let failure) = stop.reason { throw failure }
    }

    /// Ends the process before all plugins have stopped; persistent data survives this, as it survives a crash.
    private func endOverdue() -> Never {
        let delays = plugins.stopDelays
        let names = delays.map(\.plugin).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.joined(
            separator: ", ")
        let text = delays.map(\.text).joined(separator: ", ")
        logger.log(
            .stopOverdue, "stop took too long, ending the process; it waited for \(text)",
            metadata: ["plugins": "\(names)"])
        manager.notify(.status("ended because the stop took too long; it waited for \(text)"))
        manager.flush(within: .seconds(1))
        flushLog()
        _exit((plugins.requiredFailure?.exitStatus ?? .software).rawValue)
    }
}

extension Daemon {
    /// Listens on the sockets that systemd passed, or creates the control socket.
    ///
    /// - Returns: The path of the socket, for the log.
    func listen(_ sockets: [ActivatedSocket]) throws(HostFailure) -> String {
        do throws(VarlinkListenError) {
            var paths: [String] = []
            for socket in sockets {
                guard let descriptor = socket.release() else { continue }
                switch socket.kind {
                case .connection: try server.adopt(connectedDescriptor: descriptor)
                case .listening, .other: try server.listen(onDescriptor: descriptor)
                }
                paths.append(socket.path ?? "a socket without a path")
            }
            if !paths.isEmpty {
                if let named = socketPath.named, !paths.contains(named) {
                    logger.log(
                        .socketNotCreated, "the configured control socket is not created, because systemd passed one",
                        metadata: ["socket": "\(paths.joined(separator: ", "))", "configured": "\(named)"])
                }
                return paths.joined(separator: ", ")
            }
        } catch {
            throw HostFailure(.operatingSystemError, "cannot serve a socket that systemd passed: \(error)")
        }
        let path = try socketPath.resolve()
        if let parent = FilePath(path).removingLastComponent().nonEmpty {
            try Directory.create(parent, purpose: "directory of the control socket", mode: 0o755)
        }
        do throws(VarlinkListenError) {
            try server.listen(on: .path(path), mode: 0o660)
            return path
        } catch {
            throw HostFailure(listening: error)
        }
    }
}

/// The status of the daemon, as systemd shows it.
extension Daemon {
    /// Reports the progress of the start to systemd, until every plugin runs or has failed.
    func reportStart() async {
        let changes = plugins.statusChanged.changes(isInitiallySignaled: true)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in changes {
                    let (running, enabled) = plugins.count
                    manager.notify(.status("starting: \(running) of \(enabled) plugins run"))
                    // A thousand plugins that start together are a few messages.
                    try? await plugins.clock.sleep(.milliseconds(100))
                }
            }
            await plugins.started.wait()
            group.cancelAll()
        }
    }

    /// Reports each change of the plugins' status to systemd, until the task is cancelled.
    ///
    /// While a plugin waits for its next start, the status contains the remaining seconds.
    private func reportChanges(after summary: String) async {
        var reported = summary
        while !Task.isCancelled {
            let changes = plugins.statusChanged.changes()
            let summary = status
            if summary != reported { manager.notify(.status(summary)) }
            reported = summary
            let isCountingDown = plugins.hasDelayedStart
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { break } }
                if isCountingDown { group.addTask { try? await plugins.clock.sleep(.seconds(1)) } }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Reports each change of the plugins' status and health to systemd, until an event is signaled.
    func reportStatus(after summary: String, until stop: OneShotEvent) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await reportChanges(after: summary) }
            group.addTask { await audit.recordRefusals(plugins.clock) }
            group.addTask { for await _ in audit.problemChanges { manager.notify(.status(status)) } }
            group.addTask {
                for await _ in plugins.failpoints.changed.changes() { manager.notify(.status(status)) }
            }
            group.addTask {
                guard let changes = plugins.cluster?.problemChanged.changes() else { return }
                for await _ in changes { manager.notify(.status(status)) }
            }
            group.addTask { await plugins.watchHealth() }
            group.addTask { await plugins.watchStalls() }
            await stop.wait()
            group.cancelAll()
        }
    }

    /// The status of the plugins, with the problems of the audit log and of the last reload, in one line.
    var status: String { plugins.summary(with: audit) }
}

extension Daemon {
    /// Notifies systemd of every reload, whoever requests it, until an event is signaled.
    ///
    /// systemd also receives `READY=1` after a reload that failed: the daemon serves the previous configuration, and the
    /// status has the reason.
    func reportReloads(until stop: OneShotEvent, extending time: TimeoutExtension) {
        plugins.reloads.observe { change in
            // After STOPPING=1 the daemon is not ready again.
            guard !stop.isSignaled else { return }
            switch change {
            case .began:
                time.note(isRunning: false)
                manager.notify(.reloading, .status("reloading the configuration"))
            case .ended:
                time.note(isRunning: true)
                manager.notify(.ready, .status(status))
            }
        }
    }

    /// Reloads the configuration for each SIGHUP; signals that arrive during a reload cause one further reload.
    func reload(for hangups: AsyncStream<Void>) async {
        // Before the daemon is ready, READY=1 at the end of a reload would be wrong.
        await ready.wait()
        for await _ in hangups {
            logger.log(.reloadSignaled, "reloading the configuration", metadata: ["signal": "SIGHUP"])
            // The record of events logs the failure.
            _ = try? await plugins.reload(expecting: nil)
        }
    }
}

extension Daemon {
    /// Adds the task that notifies systemd's watchdog to a group, if the unit has a watchdog.
    func watch<Failure: Error>(in group: inout ThrowingTaskGroup<Void, Failure>) {
        guard let watchdogInterval else { return }
        let executor = DedicatedExecutor(label: "trellis.watchdog")
        let watchdog = Watchdog(
            interval: watchdogInterval, clock: executor.clock,
            parts: Watchdog.Part.eventLoops + [.sharedThreads, .supervisor(of: plugins)],
            notify: { manager.notify(.watchdog) }, trigger: triggerWatchdog)
        group.addTask(executorPreference: executor) { await watchdog.run() }
    }

    /// Lets systemd end the process at once, with the parts of the daemon that make no progress as the reason.
    private func triggerWatchdog(_ silent: [Watchdog.Part]) {
        let names = silent.map(\.name).joined(separator: ", ")
        let culprit = plugins.culprit(blocking: watchdogInterval.map { $0 / 5 } ?? .zero)
        // SIGABRT, which systemd sends now, does not replace this record.
        if let culprit { CrashRecord.blame(culprit.plugin, for: .watchdog) }
        let blame = culprit.map { ", blocked by the plugin \($0.plugin)" } ?? ""
        var metadata: Logger.Metadata = ["parts": "\(names)"]
        if let culprit {
            metadata["plugin"] = "\(culprit.plugin)"
            metadata["threads"] = "\(culprit.threads.joined(separator: ", "))"
        }
        logger.log(
            .watchdogTriggered, "the daemon makes no progress, and the watchdog ends it: \(names)\(blame)",
            metadata: metadata)
        flushLog()
        manager.notify(.status("ended by the watchdog: no progress: \(names)\(blame)"), .watchdogTrigger)
    }
}
