import Glibc

/// The process was asked by a signal to end what it does.
struct Interruption: Error {
    /// The signal.
    let signal: CInt

    /// Runs a body, and cancels it when a signal asks to end it.
    ///
    /// A second signal ends the process at once, for a body that does
    /// not mind being cancelled.
    ///
    /// One body at a time can be run so.
    ///
    /// - Parameters:
    ///   - signals: The signals.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: ``Interruption`` when a signal came; what the body throws.
    static func cancelling<Result: Sendable>(
        on signals: [CInt], _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let trap = try SignalTrap(signals)
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask {
                // What waits for a signal ends with the body.
                defer { trap.release() }
                return try await body()
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
                // The trap ends with a cancellation right behind whatever the body threw.
                group.cancelAll()
            }
            throw ends.first { !($0 is CancellationError) } ?? CancellationError()
        }
    }

    /// Ends the process as the signal does by default, so that whoever waits for it sees the reason.
    ///
    /// - Parameter signal: The signal.
    static func end(by signal: CInt) {
        Glibc.signal(signal, SIG_DFL)
        kill(getpid(), signal)
    }
}
