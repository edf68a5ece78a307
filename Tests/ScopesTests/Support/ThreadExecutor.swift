import Foundation

/// Runs tasks on a dedicated thread, so that a blocking task does not affect others.
final class ThreadExecutor: TaskExecutor {
    private let jobs = Guarded<[UnownedJob]>([])
    private let isEnded = Guarded(false)
    private let work = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            while true {
                work.wait()
                let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if let job {
                    job.runSynchronously(on: asUnownedTaskExecutor())
                } else if isEnded.withLock({ $0 }) {
                    return
                }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        work.signal()
    }

    /// Ends the thread when all enqueued jobs have run.
    func end() {
        isEnded.withLock { $0 = true }
        work.signal()
    }
}
