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

    func begin(_ start: @escaping @Sendable () -> Void) {
        let isHeld = state.withLock { state in
            if state.isHolding { state.held.append(start) }
            return state.isHolding
        }
        if isHeld { diary.write("held") } else { queue.async(execute: start) }
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
