import Foundation
import Subprocess
import SystemPackage

/// A daemon that runs, as a process of its own.
struct RunningDaemon: Sendable {
    /// Where it works.
    let workplace: Workplace

    /// The number of its process.
    let processIdentifier: pid_t

    /// What it tells systemd.
    let notifications: EventLog

    /// The lines of its log.
    ///
    /// It ends with the process.
    let log: EventLog

    /// Sends it a signal (signal(7)).
    func send(_ signal: Int32) { kill(processIdentifier, signal) }
}

/// How a daemon ran.
struct DaemonOutcome<Value: Sendable>: Sendable {
    /// What the body returned.
    var value: Value

    /// The exit status; 128 and the signal's number when a signal ended it.
    var status: Int32

    /// Everything that it logged.
    var log: [String]

    /// Everything that it told systemd.
    var notifications: [String]
}

/// A daemon that was expected to run, and ended.
struct DaemonDidNotStart: Error, CustomStringConvertible {
    var log: [String]
    var description: String { "The daemon ended before it was ready:\n" + log.joined(separator: "\n") }
}

extension Workplace {
    /// Runs a daemon around a body: starts it, waits until it says that it is ready, and stops it when the body has
    /// returned, unless it has ended by itself.
    ///
    /// - Parameters:
    ///   - more: Arguments after ``arguments``.
    ///   - isReady: Whether to wait until it is ready. Default: true.
    ///   - wrapper: The path of a program that runs what follows it, and its arguments, such as `/usr/bin/unshare --mount`.
    ///   - body: What to do with the daemon.
    /// - Returns: What the body returned, and how the daemon ended.
    /// - Throws: ``DaemonDidNotStart``, and what the body throws.
    @discardableResult
    func withDaemon<Value: Sendable>(
        _ more: String..., waitingUntilReady isReady: Bool = true, under wrapper: [String] = [],
        _ body: @Sendable (RunningDaemon) async throws -> Value
    ) async throws -> DaemonOutcome<Value> {
        let notify = path("notify-\(UUID().uuidString.prefix(8))")
        let receiver = try NotificationReceiver(at: notify)
        defer { unlink(notify) }
        let command = wrapper + [Programs.path(of: "trellisd")] + arguments + more
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
                // The process is waited for only after this closure, so that its number can't belong to another one yet.
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
