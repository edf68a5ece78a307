import Glibc
import Synchronization
import Varlink

/// Measures the time for which a command waits for a reply of the daemon.
///
/// Each reply of a stream restarts the measurement. The time in which the command processes a reply does not count,
/// because a slow reader of the output may cause it.
final class ReplyClock: Sendable {
    /// The start of the wait; nil while the command does not wait for the daemon.
    private let start = Mutex<ContinuousClock.Instant?>(nil)

    /// Measures the time of a body, except in ``pausing(_:)``.
    ///
    /// - Parameter body: Waits for replies.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    func counting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        start.withLock { $0 = .now }
        defer { start.withLock { $0 = nil } }
        return try await body()
    }

    /// Stops the measurement while a body runs, and then restarts it at zero.
    ///
    /// - Parameter body: Processes a reply.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    func pausing<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        start.withLock { $0 = nil }
        defer { start.withLock { $0 = .now } }
        return try await body()
    }

    /// The duration of the current wait; zero while the command does not wait for the daemon.
    var silence: Duration {
        start.withLock { $0?.duration(to: .now) ?? .zero }
    }
}

extension Session {
    /// Runs a body that makes a call with one reply.
    ///
    /// - Parameters:
    ///   - default: The time limit without `--timeout`; nil for none.
    ///   - body: Makes the call.
    /// - Returns: The result of the body.
    /// - Throws: ``CommandFailure`` (EX_TEMPFAIL) after the time limit; the error of the body.
    func withTimeout<Result: Sendable>(
        default: Duration? = Self.defaultTimeout, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let clock = ReplyClock()
        guard let limit = options.timeout ?? `default` else { return try await body() }
        return try await waiting(for: limit, clock) { try await clock.counting(body) }
    }

    /// Runs a body that receives the replies of a stream.
    ///
    /// - Parameter body: Receives the replies. It calls ``ReplyClock/counting(_:)`` while it waits for replies, and
    ///   ``ReplyClock/pausing(_:)`` while it processes one.
    /// - Returns: The result of the body.
    /// - Throws: ``CommandFailure`` (EX_TEMPFAIL) when a reply takes longer than `--timeout`; the error of the body.
    func withReplyTimeout<Result: Sendable>(
        _ body: @escaping @Sendable (ReplyClock) async throws -> Result
    ) async throws -> Result {
        let clock = ReplyClock()
        guard let limit = options.timeout else { return try await body(clock) }
        return try await waiting(for: limit, clock) { try await body(clock) }
    }

    private func waiting<Result: Sendable>(
        for limit: Duration, _ clock: ReplyClock, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await body() }
            group.addTask {
                while case let rest = limit - clock.silence, rest > .zero { try await Task.sleep(for: rest) }
                throw CommandFailure(
                    EX_TEMPFAIL, "the daemon at \(address) did not answer within \(limit.formattedSeconds)",
                    advice: "Use --timeout SECONDS to wait longer.")
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}

extension Duration {
    /// The duration in seconds as text: `30 s`, `0.5 s`.
    var formattedSeconds: String {
        let seconds = self / .seconds(1)
        return (seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") + " s"
    }
}
