/// The making of one lazy or asynchronous binding, which any number of tasks may wait for.
///
/// It runs in a task of its own, so that it goes on when one of those that wait is cancelled. Before it has started it
/// stands for a binding that somebody waits for and whose inputs do not exist yet.
@usableFromInline
final class BuildJob: Sendable {
    let core: ScopeCore
    let slot: Int

    /// The job whose initialiser is running, and what that has started.
    @TaskLocal static var innermost: BuildJob?

    private struct State: Sendable {
        var task: Task<Void, Never>?
        var watch: Task<Void, Never>?
        /// What tells the job's own task from others that it has started.
        var identity: Int?
        var waiting: [Int: CheckedContinuation<Bool, any Error>] = [:]
        /// Those that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
        var lastNumber = 0
        /// How often those that wait were told to look again.
        var turn = 0
        var isCancelled = false
        var result: Result<Void, any Error>?
        var whenEnded: (@Sendable (Result<Void, any Error>) -> Void)?
    }

    private let state = Lock(State())

    init(core: ScopeCore, slot: Int) {
        self.core = core
        self.slot = slot
    }

    /// The binding that is made.
    var binding: Binding {
        core.plan.compiled.slots[slot].binding
    }

    /// The job that the current task is, if it is one: not one that this task was started by.
    static var current: BuildJob? {
        guard let job = innermost else { return nil }
        let identity = currentTaskIdentity
        return job.state.withLock { $0.identity == identity && $0.result == nil } ? job : nil
    }

    /// The job whose initialiser started the current task, as long as it runs, also when the task is that job's own.
    static var surrounding: BuildJob? {
        guard let job = innermost else { return nil }
        return job.state.withLock { $0.result == nil } ? job : nil
    }

    /// Starts the job.
    ///
    /// - Parameters:
    ///   - limit: How long it may take.
    ///   - operation: What it does. It calls ``end(_:)`` at its end.
    ///   - expire: What is done when it takes longer.
    ///   - whenEnded: What is done with the result, before those that wait are told.
    func start(
        limit: Duration,
        _ operation: @escaping @Sendable () async -> Void,
        expire: @escaping @Sendable () async -> Void,
        whenEnded: (@Sendable (Result<Void, any Error>) -> Void)? = nil
    ) {
        state.withLock { $0.whenEnded = whenEnded }
        let task = startUnstructured {
            let identity = currentTaskIdentity
            self.state.withLock { $0.identity = identity }
            // What is made here is not made by the one that first asked for it, whose site the task has inherited.
            await ConstructionSite.$current.withValue(nil) {
                await Self.$innermost.withValue(self, operation: operation)
            }
        }
        let watch = startUnstructured {
            if await sleep(for: limit) { await expire() }
        }
        let (isOver, isCancelled) = state.withLock { state in
            state.task = task
            state.watch = watch
            return (state.result != nil, state.isCancelled)
        }
        if isOver { watch.cancel() }
        if isCancelled { task.cancel() }
    }

    /// Tells the initialiser that nobody needs its instance any more.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Notes what came of it, and tells those that wait.
    ///
    /// Only the first result counts.
    func end(_ result: Result<Void, any Error>) {
        let ended = state.withLock { state -> State? in
            if state.result != nil { return nil }
            defer {
                state.result = result
                state.waiting = [:]
                state.cancelled = []
                state.whenEnded = nil
            }
            return state
        }
        guard let ended else { return }
        ended.watch?.cancel()
        ended.whenEnded?(result)
        for continuation in ended.waiting.values { continuation.resume(with: result.map { true }) }
    }

    /// Tells those that wait to look again whether they have to.
    func wake() {
        let waiting = state.withLock { state in
            state.turn += 1
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: false) }
    }

    /// How often those that wait were told to look again.
    var turn: Int {
        state.withLock { $0.turn }
    }

    /// Waits for the end.
    ///
    /// - Parameter turn: The ``turn`` of when the waiter last looked.
    /// - Returns: Whether it has come to its end; false when the waiter should look again.
    /// - Throws: What it came to; `CancellationError` when this waiter is cancelled. The job goes on then.
    nonisolated(nonsending) func wait(since turn: Int) async throws -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let result = enter(continuation, as: number, turn) { continuation.resume(with: result) }
            }
        } onCancel: {
            // It may run at any moment: before the waiter is entered, too.
            let continuation = state.withLock { state in
                let continuation = state.waiting.removeValue(forKey: number)
                if continuation == nil, state.result == nil { state.cancelled.insert(number) }
                return continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func enter(
        _ continuation: CheckedContinuation<Bool, any Error>, as number: Int, _ turn: Int
    ) -> Result<Bool, any Error>? {
        state.withLock { state in
            if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
            if let result = state.result { return result.map { true } }
            if state.turn != turn { return .success(false) }
            state.waiting[number] = continuation
            return nil
        }
    }
}
