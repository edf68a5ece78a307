import Dispatch

@testable import Varlink

/// An executor that starts calls when the test releases it.
final class HoldingExecutor: CallExecutor {
    let diary = Diary()

    private struct State {
        var isHolding = true
        var held: [@Sendable () -> Void] = []
    }

    private let queue = DispatchQueue(label: "HoldingExecutor")
    private let state = Lock(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Writes the user of a call from another process, whose start is held.
    func begin(for userID: UInt32?, _ start: @escaping @Sendable (any TaskExecutor) -> Void) {
        diary.write("begin for \(userID.map { "\($0)" } ?? "nobody")")
        let start: @Sendable () -> Void = { start(self) }
        let isHeld = state.withLock { state in
            if state.isHolding { state.held.append(start) }
            return state.isHolding
        }
        if isHeld { diary.write("held") } else { queue.async(execute: start) }
    }

    /// Writes the user of a call from this process.
    func executor(for userID: UInt32?) -> any TaskExecutor {
        diary.write("executor for \(userID.map { "\($0)" } ?? "nobody")")
        return self
    }

    /// Starts the held calls, and all later calls immediately.
    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for start in held { queue.async(execute: start) }
    }
}
