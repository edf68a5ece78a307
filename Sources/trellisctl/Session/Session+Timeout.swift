import Glibc
import Synchronization
import Varlink

/// When the daemon was last heard of: a stream that goes on is waited for reply by reply.
final class ReplyClock: Sendable {
    private let last = Mutex(ContinuousClock.now)

    /// A reply has come.
    func note() {
        last.withLock { $0 = .now }
    }

    /// How long ago the last reply came, or the call was made.
    var silence: Duration {
        last.withLock { $0.duration(to: .now) }
    }
}

extension Session {
    /// Runs a body that makes a call and takes its reply.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: ``CommandFailure`` (EX_TEMPFAIL) when it takes longer than it may: `--timeout`, or else 30 s; what the
    ///   body throws.
    func withTimeout<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await waiting(for: options.timeout ?? Self.defaultTimeout, ReplyClock(), body)
    }

    /// Runs a body that takes the replies of a stream.
    ///
    /// - Parameter body: What to do. It notes every reply with the clock.
    /// - Returns: What the body returns.
    /// - Throws: ``CommandFailure`` (EX_TEMPFAIL) when a reply takes longer than `--timeout` says; what the body
    ///   throws.
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
                    advice: "Say --timeout SECONDS to wait longer.")
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}

extension Duration {
    /// The span in seconds, as people write it: `30 s`, `0.5 s`.
    fileprivate var formattedSeconds: String {
        let seconds = self / .seconds(1)
        return (seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") + " s"
    }
}
