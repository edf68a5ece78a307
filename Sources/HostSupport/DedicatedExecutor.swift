import Dispatch
import Foundation
package import Trellis

/// Runs tasks on a thread outside Swift's pool, so that they make progress while all threads of the pool are blocked.
package final class DedicatedExecutor: TaskExecutor {
    // libdispatch always provides a thread for a serial queue.
    private let queue: DispatchQueue

    /// Creates an executor.
    /// - Parameter label: The label of its dispatch queue.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// The thread on which the daemon reads and writes files.
    package static let files = DedicatedExecutor(label: "trellis.files")

    /// The thread on which the daemon reads and validates its configuration, and looks up users.
    package static let configuration = DedicatedExecutor(label: "trellis.configuration")

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// A clock whose sleeps end on the thread; those of the system clock end in Swift's pool.
    package var clock: WallClock {
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

    /// Runs a body that may wait for a disk or for a name service, so that no thread of Swift's pool waits.
    ///
    /// On one processor the pool has one thread, and all tasks of the daemon, those that stop it included, would wait.
    ///
    /// - Parameter body: The body, which ends soon.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    package func perform<Result: Sendable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withTaskExecutorPreference(self) { () async throws(Failure) -> Result in try body() }
    }
}
