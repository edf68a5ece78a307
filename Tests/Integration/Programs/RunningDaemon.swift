import Foundation
import Subprocess
import SystemPackage

/// A running daemon in a separate process.
struct RunningDaemon: Sendable {
    /// The folder of the daemon.
    let workplace: Workplace

    /// The process identifier.
    let processIdentifier: pid_t

    /// The notifications that the daemon sends to systemd.
    let notifications: EventLog

    /// The lines of the daemon's log, which ends with the process.
    let log: EventLog

    /// Sends a signal (signal(7)) to the daemon.
    func send(_ signal: Int32) { kill(processIdentifier, signal) }
}

/// The result of a daemon's run.
struct DaemonOutcome<Value: Sendable>: Sendable {
    /// The value that the body returned.
    var value: Value

    /// The exit status; 128 plus the signal's number when a signal ended the daemon.
    var status: Int32

    /// The lines of the log.
    var log: [String]

    /// The notifications sent to systemd.
    var notifications: [String]
}

/// The error of a daemon that ended before it was ready.
struct DaemonDidNotStart: Error, CustomStringConvertible {
    var log: [String]
    var description: String { "The daemon ended before it was ready:\n" + log.joined(separator: "\n") }
}

extension Workplace {
    /// Starts a daemon, waits until it is ready, runs a body, and then stops the daemon unless it has already ended.
    ///
    /// - Parameters:
    ///   - base: The arguments of `trellisd`; nil for ``arguments``. Default: nil.
    ///   - more: Further arguments of `trellisd`, which follow `base`.
    ///   - isReady: Whether to wait until the daemon is ready. Default: true.
    ///   - wrapper: The command line of a program that starts the daemon, such as `/usr/bin/unshare --mount`. The
    ///     daemon's command line is appended. Default: none.
    ///   - body: Receives the daemon.
    /// - Returns: The body's value, and the result of the daemon's run.
    /// - Throws: ``DaemonDidNotStart`` when the daemon ends before it is ready, and any error of the body.
    @discardableResult
    func withDaemon<Value: Sendable>(
        arguments base: [String]? = nil, _ more: String..., waitingUntilReady isReady: Bool = true,
        under wrapper: [String] = [],
        _ body: @Sendable (RunningDaemon) async throws -> Value
    ) async throws -> DaemonOutcome<Value> {
        let notify = path("notify-\(UUID().uuidString.prefix(8))")
        let receiver = try NotificationReceiver(at: notify)
        defer { unlink(notify) }
        let command = wrapper + [Programs.path(of: "trellisd")] + (base ?? arguments) + more
        let notifications = receiver.events
        let log = EventLog()
        var options = PlatformOptions()
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(10))]
        let outcome = try await Subprocess.run(
            .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
            environment: Self.environment(adding: ["NOTIFY_SOCKET": notify]), platformOptions: options,
            input: .none, output: .discarded, error: .sequence
        ) { execution in
            let daemon = RunningDaemon(
                workplace: self, processIdentifier: execution.processIdentifier.value,
                notifications: notifications, log: log)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer {
                        log.end()
                        notifications.end()
                    }
                    for try await line in execution.standardError.strings() { log.append(line) }
                }
                let result: Result<Value, any Error>
                do {
                    if isReady, await notifications.first(where: { $0 == "READY=1" }) == nil {
                        throw DaemonDidNotStart(log: log.texts)
                    }
                    result = .success(try await body(daemon))
                } catch {
                    result = .failure(error)
                }
                // The process is reaped only after this closure, so its identifier can't have been reused.
                daemon.send(SIGTERM)
                try await group.waitForAll()
                return try result.get()
            }
        }
        await receiver.drain()
        return DaemonOutcome(
            value: outcome.closureResult, status: outcome.terminationStatus.shellStatus, log: log.texts,
            notifications: notifications.texts)
    }
}
