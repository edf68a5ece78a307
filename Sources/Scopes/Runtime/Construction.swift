/// The creation of an asynchronous or lazy instance, which any number of tasks may await.
///
/// A construction runs in a separate task, so that it continues when a waiter is cancelled. A construction that has not
/// started represents an awaited instance whose dependencies do not exist yet.
final class Construction: Sendable {
    /// The path of the scope.
    let scope: String
    let binding: Binding

    /// The construction whose task is the current task, or whose initializer started the current task.
    @TaskLocal static var innermost: Construction?

    private struct Wait: Sendable {
        let target: Construction
        /// Whether the initializer itself waits, as opposed to a task that it started.
        let isOwn: Bool
    }

    private struct State: Sendable {
        var task: Task<Void, Never>?
        var timer: Task<Void, Never>?
        /// The identity of the task in which the construction runs.
        var identity: Int?
        var isStarted = false
        var isCancelled = false
        var waits: [Int: Wait] = [:]
        var lastWait = 0
    }

    private let state = Lock(State())
    private let result = Completion<Result<Void, any Error>>()
    /// Completed when the operation has returned, which may be long after a timeout.
    private let returned = Completion<Void>()

    init(scope: String, binding: Binding) {
        self.scope = scope
        self.binding = binding
    }

    /// The construction whose task is the current task; nil if there is none.
    static var current: Construction? {
        guard let innermost, innermost.result.value == nil else { return nil }
        let identity = currentTaskIdentity
        return innermost.state.withLock { $0.identity == identity } ? innermost : nil
    }

    var isStarted: Bool {
        state.withLock { $0.isStarted }
    }

    /// Starts the construction.
    ///
    /// - Parameters:
    ///   - limit: The time limit for the creation.
    ///   - operation: Creates the instance, and finishes the construction.
    ///   - timeout: Finishes the construction after the time limit.
    func start(
        limit: Duration, _ operation: @escaping @Sendable () async -> Void, timeout: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0.isStarted = true }
        let task = startUnstructured {
            let identity = currentTaskIdentity
            self.state.withLock { $0.identity = identity }
            await Self.$innermost.withValue(self, operation: operation)
            self.returned.complete(with: ())
        }
        let timer = startUnstructured {
            if await sleep(for: limit) { timeout() }
        }
        let isCancelled = state.withLock { state in
            (state.task, state.timer) = (task, timer)
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        if result.value != nil { timer.cancel() }
    }

    /// Cancels the initializer.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Sets the result, and resumes the waiters.
    func finish(_ result: Result<Void, any Error>) {
        self.result.complete(with: result)
        state.withLock { $0.timer }?.cancel()
    }

    /// Waits until the operation has returned.
    ///
    /// Cancellation does not end the wait.
    nonisolated(nonsending) func waitForReturn() async {
        await returned.wait()
    }

    /// Waits for the result.
    ///
    /// - Throws: The error of the construction; ``WaitCycle`` when the construction waits for the current task;
    ///   `CancellationError` when the current task is cancelled, although the construction continues.
    nonisolated(nonsending) func wait() async throws {
        let requester = Self.innermost.flatMap { $0.result.value == nil ? $0 : nil }
        let isOwn = Self.current != nil
        let number = try requester?.beginWaiting(for: self, isOwn: isOwn)
        defer { if let requester, let number { requester.endWaiting(number) } }
        try await result.waitUnlessCancelled().get()
    }

    /// Records that this construction waits for another construction.
    ///
    /// - Throws: ``WaitCycle`` when the other construction already waits for this one.
    func beginWaiting(for target: Construction, isOwn: Bool) throws(WaitCycle) -> Int {
        let number = state.withLock { state in
            state.lastWait += 1
            state.waits[state.lastWait] = Wait(target: target, isOwn: isOwn)
            return state.lastWait
        }
        // A cycle through a task that an initializer started does not fail, because the initializer may not await that
        // task.
        if isOwn, let path = target.path(to: self, includingStarted: false) {
            endWaiting(number)
            throw WaitCycle(links: ([self] + path).map(\.link))
        }
        return number
    }

    func endWaiting(_ number: Int) {
        _ = state.withLock { $0.waits.removeValue(forKey: number) }
    }

    /// The chain of constructions that this one waits for, including the waits of tasks that initializers started.
    ///
    /// In a cycle, the chain ends with this construction.
    var waitingFor: [WaitCycle.Link] {
        for target in targets(includingStarted: true) {
            if let path = target.path(to: self, includingStarted: true) { return (path + [self]).map(\.link) }
        }
        var links: [WaitCycle.Link] = []
        var seen: Set<ObjectIdentifier> = []
        var next = targets(includingStarted: true).first
        while let target = next, seen.insert(ObjectIdentifier(target)).inserted {
            links.append(target.link)
            next = target.targets(includingStarted: true).first
        }
        return links
    }

    private var link: WaitCycle.Link {
        WaitCycle.Link(scope: scope, binding: binding)
    }

    private func targets(includingStarted: Bool) -> [Construction] {
        state.withLock { state in
            state.waits.sorted { $0.key > $1.key }.map(\.value).filter { includingStarted || $0.isOwn }.map(\.target)
        }
    }

    /// Returns the chain of waits from this construction to another one, without the other; nil if there is none.
    private func path(to goal: Construction, includingStarted: Bool) -> [Construction]? {
        var seen: Set<ObjectIdentifier> = []
        var stack: [[Construction]] = [[self]]
        while let path = stack.popLast() {
            guard let last = path.last else { continue }
            if last === goal { return path.dropLast() }
            guard seen.insert(ObjectIdentifier(last)).inserted else { continue }
            for target in last.targets(includingStarted: includingStarted) { stack.append(path + [target]) }
        }
        return nil
    }
}
