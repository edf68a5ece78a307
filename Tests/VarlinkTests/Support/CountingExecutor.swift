import Dispatch

@testable import Varlink

/// An executor that counts its jobs.
final class CountingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "CountingExecutor")
    private let count = Lock(0)

    var jobs: Int { count.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
        count.withLock { $0 += 1 }
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
