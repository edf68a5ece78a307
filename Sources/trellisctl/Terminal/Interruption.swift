import Glibc

/// A signal that cancelled an operation.
struct Interruption: Error {
    /// The number of the signal.
    let signal: CInt

    /// The signals that end a command, except those that are ignored, for example by nohup(1) or in a background job of a
    /// shell.
    static var endingSignals: [CInt] { [SIGINT, SIGTERM, SIGHUP].filter { !SignalTrap.isIgnored($0) } }

    /// Whether signals already cancel the current task.
    @TaskLocal private static var isCancelling = false

    /// Runs a body, and cancels it when a signal arrives.
    ///
    /// A second signal ends the process immediately, in case the body ignores its cancellation. Within such a body, this
    /// function only runs its own one. Otherwise only one body can run at a time.
    ///
    /// - Parameters:
    ///   - signals: The numbers of the signals.
    ///   - body: The operation that a signal cancels.
    /// - Returns: The result of the body.
    /// - Throws: ``Interruption`` when a signal arrived; the error of the body.
    static func cancelling<Result: Sendable>(
        on signals: [CInt], _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard !isCancelling else { return try await body() }
        let trap = try SignalTrap(signals)
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask {
                // Releasing the trap ends the task that waits for a signal.
                defer { trap.release() }
                return try await $isCancelling.withValue(true) { try await body() }
            }
            group.addTask {
                guard let signal = try await trap.next() else { throw CancellationError() }
                throw Interruption(signal: signal)
            }
            defer { group.cancelAll() }
            var ends: [any Error] = []
            while let outcome = await group.nextResult() {
                switch outcome {
                case .success(let result): return result
                case .failure(let error):
                    if error is Interruption { throw error }
                    ends.append(error)
                }
                // When the body fails, the other task is cancelled, so that the group ends.
                group.cancelAll()
            }
            throw ends.first { !($0 is CancellationError) } ?? CancellationError()
        }
    }

    /// Ends the process by the default action of a signal, so that the parent process receives the reason.
    static func end(by signal: CInt) {
        Glibc.signal(signal, SIG_DFL)
        kill(getpid(), signal)
    }
}
