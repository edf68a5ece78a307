import Dispatch
import Glibc
import Synchronization
import Testing

@testable import TrellisHost

@Suite("A plugin's executor", .timeLimit(.minutes(2)))
struct PluginExecutorTests {
    @Test("runs the first job of a task on the thread that created the task", arguments: [nil, 4_000])
    func begins(user: UInt32?) async {
        let executor = PluginExecutor(plugin: "worker")
        let (maker, runner) = await withCheckedContinuation { continuation in
            executor.begin(for: user) {
                let maker = pthread_self()
                _ = Task(executorPreference: $0) {
                    continuation.resume(returning: (maker, pthread_self()))
                }
            }
        }
        #expect(maker == runner)
    }

    @Test("runs tasks that are created during the creation of a task, each on its own executor")
    func beginsSeveral() async {
        let executors = [PluginExecutor(plugin: "one"), PluginExecutor(plugin: "other")]
        let (results, continuation) = AsyncStream.makeStream(of: Int.self)
        executors[0].begin(for: nil) { _ in
            for number in 0..<4 {
                _ = Task(executorPreference: executors[number % 2]) {
                    continuation.yield(number)
                }
            }
        }
        var seen: Set<Int> = []
        for await number in results where seen.insert(number).inserted && seen.count == 4 { break }
        #expect(seen == [0, 1, 2, 3])
    }

    @Test("runs a task for each of any number of waiting tasks")
    func runsMany() async {
        let executor = PluginExecutor(plugin: "worker")
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        executor.begin(for: nil) {
                            _ = Task(executorPreference: $0) {
                                await Task.yield()
                                continuation.resume(returning: 1)
                            }
                        }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 1000)
    }

    @Test(
        "serves users in turn: a job waits for one job of each other user, and not for all of them",
        arguments: [true, false])
    func turns(isStart: Bool) async {
        let executor = PluginExecutor(plugin: "worker")
        let (begun, continuation) = AsyncStream.makeStream(of: UInt32?.self)
        let gate = DispatchSemaphore(value: 0)
        /// Queues a job of a user, which waits at the gate: the start of a call, or a job of a task.
        func add(_ user: UInt32?) {
            let job: @Sendable () -> Void = {
                continuation.yield(user)
                gate.wait()
            }
            if isStart {
                executor.begin(for: user) { _ = Task(executorPreference: $0) { job() } }
            } else {
                Task(executorPreference: executor.executor(for: user)) { job() }
            }
        }
        var beginnings = begun.makeAsyncIterator()
        let waiting = 100
        for _ in 0..<PluginExecutor.maximumWorkers + waiting { add(1) }
        for _ in 0..<PluginExecutor.maximumWorkers { _ = await beginnings.next() }
        // The first user occupies all threads, and has jobs that wait. Then those of another user and of the plugin arrive.
        add(2)
        add(nil)
        var next: [UInt32??] = []
        for _ in 0..<3 {
            gate.signal()
            next.append(await beginnings.next())
        }
        #expect(next == [1, 2, .some(nil)])
        for _ in 0..<PluginExecutor.maximumWorkers + waiting - 1 { gate.signal() }
        for _ in 0..<waiting - 1 { _ = await beginnings.next() }
    }

    @Test("measures the processor time, the number of jobs and the longest job")
    func usage() async {
        let executor = PluginExecutor(plugin: "worker")
        await Task(executorPreference: executor) {
            let thread = WorkerThread()
            while thread.processorTime < 2_000_000 {}
        }.value
        let usage = executor.usage
        #expect(usage.jobs == 1)
        #expect(usage.processorTime >= 2_000_000)
        #expect(usage.longestJob >= 2_000_000)
        #expect(usage.stalls == 0)
    }

    /// The last reference to the executor is that of a task.
    ///
    /// Another thread enqueues the last job of this task. A thread of the executor may complete the job before the
    /// other thread has started a worker.
    @Test("is not deallocated while a thread still uses it")
    func outlivesItsLastJob() async {
        // The test runs in a separate process, which crashes when it uses freed memory.
        await #expect(processExitsWith: .success) {
            // Swift does not import mallopt(3), whose parameter M_PERTURB makes free(3) overwrite freed memory.
            let mallopt = dlsym(nil, "mallopt").map {
                unsafeBitCast($0, to: (@convention(c) (CInt, CInt) -> CInt).self)
            }
            _ = mallopt?(-6, 165)
            for _ in 0..<50_000 {
                let (isResumed, isHandedOver) = (Flag(), Flag())
                let (ends, end) = AsyncStream.makeStream(of: Void.self)
                let last = await withCheckedContinuation { ready in
                    useExecutor(until: isResumed, ends: end, ready: ready, handingOver: isHandedOver)
                }
                // Without the flag, the thread sanitizer reports a race on the continuation: it does not see the order of a
                // continuation that is resumed before its task suspends, because Swift's library does not report that case.
                #expect(isHandedOver.isRaised)
                isResumed.raise()
                last.resume()
                var count = 0
                for await _ in ends {
                    count += 1
                    if count == 2 { break }
                }
            }
        }
    }
}

/// A condition that becomes true once.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }

    func raise() { value.store(true, ordering: .releasing) }
}

/// Starts two tasks on an executor without other references: one that waits to be resumed, and one that occupies a
/// thread until then.
private func useExecutor(
    until isResumed: Flag, ends: AsyncStream<Void>.Continuation,
    ready: CheckedContinuation<UnsafeContinuation<Void, Never>, Never>, handingOver isHandedOver: Flag
) {
    let executor = PluginExecutor(plugin: "worker")
    Task(executorPreference: executor) {
        await withUnsafeContinuation {
            isHandedOver.raise()
            ready.resume(returning: $0)
        }
        ends.yield()
    }
    Task(executorPreference: executor) {
        while !isResumed.isRaised { sched_yield() }
        ends.yield()
    }
}
