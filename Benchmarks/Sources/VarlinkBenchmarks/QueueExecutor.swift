import Dispatch

/// Runs tasks on shared threads, as the executor of a plugin does.
final class QueueExecutor: TaskExecutor {
    private let threads = DispatchQueue(label: "benchmark", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
