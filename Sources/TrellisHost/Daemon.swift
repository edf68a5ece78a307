import Dispatch
import Foundation
import Glibc
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
    /// - Throws: ``HostFailure`` when the daemon cannot start or continue.
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
        CrashRecord.begin(in: directories.state, logger: logger)
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
        try await serve(stored, at: socket, since: started, reloadingFor: hangups)
        _ = consume lock
    }

    /// Runs the plugins and the server until a stop is requested.
    private func serve(
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
