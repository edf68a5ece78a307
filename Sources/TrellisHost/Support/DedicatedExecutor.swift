import Dispatch
import Foundation
import Trellis

/// Runs tasks on a thread outside Swift's pool, so that they make progress while all threads of the pool are blocked.
final class DedicatedExecutor: TaskExecutor {
    // libdispatch always provides a thread for a serial queue.
    private let queue: DispatchQueue

    /// Creates an executor.
    /// - Parameter label: The label of its dispatch queue.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// A clock whose sleeps end on the thread; those of the system clock end in Swift's pool.
    var clock: WallClock {
        WallClock(now: { Date() }, sleep: { try await self.sleep($0) })
    }

    private func sleep(_ duration: Duration) async throws {
        let isOver = OneShotEvent()
        let timer = DispatchWorkItem { isOver.signal() }
        queue.asyncAfter(deadline: .now() + duration / .seconds(1), execute: timer)
        await isOver.wait()
        timer.cancel()
        try Task.checkCancellation()
    }
}
