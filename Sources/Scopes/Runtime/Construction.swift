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

// Instances that other tasks can request before the scope is open, or that are created lazily.

extension ScopeCore {
    private enum Decision: Sendable {
        case instance(AnyInstance)
        case closed
        case wait(Construction)
        case start(Construction, section: Int)
    }

    nonisolated(nonsending) func instance(in slot: Int) async throws -> AnyInstance {
        while true {
            switch decide(slot) {
            case .instance(let instance): return instance
            case .closed: throw ScopeClosed(scope: path)
            case .wait(let construction): try await construction.wait()
            case .start(let construction, let section):
                start(construction, section)
                try await construction.wait()
            }
        }
    }

    private func decide(_ slot: Int) -> Decision {
        state.withLock { state in
            if state.phase == .closing || state.phase == .closed { return .closed }
            if let instance = state.extra?.instances[slot] { return .instance(instance) }
            if state.phase == .open, let instance = slots.instance(in: slot) { return .instance(instance) }
            let extra = state.makeExtra()
            if let construction = extra.constructions[slot] { return .wait(construction) }
            let construction = Construction(scope: path, binding: plan.blueprint.bindings[slot])
            guard let section = plan.lazySectionOfSlot[slot] else {
                // The opening creates the instance.
                extra.constructions[slot] = construction
                return .wait(construction)
            }
            for member in plan.lazySections[section].members { extra.constructions[member.slot] = construction }
            return .start(construction, section: section)
        }
    }

    /// Returns the construction of an asynchronous instance, which is about to start.
    func construction(of slot: Int, _ binding: Binding) -> Construction {
        state.withLock { state in
            let extra = state.makeExtra()
            let construction = extra.constructions[slot] ?? Construction(scope: path, binding: binding)
            extra.constructions[slot] = construction
            return construction
        }
    }

    /// Removes a construction.
    ///
    /// - Returns: False if the construction has already ended.
    func remove(_ construction: Construction) -> Bool {
        state.withLock { state in state.extra?.remove(construction) ?? false }
    }

    /// Stores an instance that the opening task has created.
    ///
    /// - Returns: The construction that other tasks await; nil if there is none.
    func accept(_ instance: AnyInstance, _ slot: Int, step: Int, in duration: Duration) -> Construction? {
        state.withLock { state in
            let extra = state.makeExtra()
            extra.instances[slot] = instance
            extra.created.append(CreatedInstance(instance: instance, section: nil, step: step, slot: slot))
            extra.durations[slot] = duration
            return extra.constructions.removeValue(forKey: slot)
        }
    }

    /// Stores an instance that a construction has created.
    ///
    /// - Returns: False if the construction has already ended.
    func accept(
        _ instance: AnyInstance, _ slot: Int, step: Int, from construction: Construction, in duration: Duration
    ) -> Bool {
        state.withLock { state in
            guard let extra = state.extra, extra.remove(construction) else { return false }
            extra.instances[slot] = instance
            extra.created.append(CreatedInstance(instance: instance, section: nil, step: step, slot: slot))
            extra.durations[slot] = duration
            return true
        }
    }

    /// Starts the creation of lazy instances.
    ///
    /// All required instances are copied first. The new instances become visible together at the end.
    private func start(_ construction: Construction, _ number: Int) {
        let section = plan.lazySections[number]
        let requested = section.details.first { $0.binding.key == construction.binding.key }
        let limit = requested?.buildingTimeLimit ?? plan.blueprint.buildingTimeLimit
        construction.start(limit: limit) {
            await self.create(section, number, for: construction)
            self.end(construction)
        } timeout: {
            guard self.timeOut(construction, isSynchronous: section.isSynchronous) else { return }
            let error = BuildingTimeLimitExceeded(construction, limit)
            construction.cancel()
            construction.finish(.failure(error))
        }
    }

    /// Creates the instances of a section, and finishes their construction.
    private nonisolated(nonsending) func create(_ section: Section, _ number: Int, for construction: Construction) async
    {
        var created: [CreatedInstance] = []
        var durations: [Int: Duration] = [:]
        do {
            let workspace = Slots(count: section.slotCount, outer: nil, imported: [])
            for prerequisite in section.prerequisites {
                let owner = self.core(prerequisite.address.scope)
                let instance = try await owner.instance(in: prerequisite.address.slot)
                workspace.fill(prerequisite.slot, with: instance)
            }
            let source = InstanceSource(slots: workspace, context: self)
            for (step, details) in section.details.enumerated() {
                try Task.checkCancellation()
                let start = ContinuousClock.now
                let instance = try await self.create(section.steps[step].make, details, from: source)
                let local = section.steps[step].slot
                let slot = section.members.first { $0.localSlot == local }?.slot
                workspace.fill(local, with: instance)
                created.append(CreatedInstance(instance: instance, section: number, step: step, slot: slot))
                if let slot { durations[slot] = .now - start }
            }
            guard self.accept(created, durations, from: construction) else { return await self.discard(created) }
            construction.finish(.success(()))
        } catch {
            await self.discard(created)
            guard self.remove(construction) else { return }
            construction.finish(.failure(self.isEnding ? ScopeClosed(scope: self.path) : error))
        }
    }

    /// Removes a construction that has exceeded its time limit.
    ///
    /// Closing still waits for a construction whose initializers are synchronous, and reports any other one.
    ///
    /// - Returns: False if the construction has already ended.
    func timeOut(_ construction: Construction, isSynchronous: Bool) -> Bool {
        state.withLock { state in
            guard let extra = state.extra, extra.remove(construction) else { return false }
            if isSynchronous {
                extra.overdue[ObjectIdentifier(construction)] = construction
            } else {
                extra.abandoned[ObjectIdentifier(construction)] = construction
            }
            return true
        }
    }

    /// Removes a construction whose initializer has returned, possibly after its time limit.
    func end(_ construction: Construction) {
        state.withLock { state in
            state.extra?.overdue[ObjectIdentifier(construction)] = nil
            state.extra?.abandoned[ObjectIdentifier(construction)] = nil
        }
    }

    private nonisolated(nonsending) func create(
        _ make: SynchronousFactory, _ details: Section.Details, from source: InstanceSource
    ) async throws -> AnyInstance {
        guard let factory = details.makeAsynchronously else { return try make(source) }
        return try await factory(source)()
    }

    /// Stores lazy instances.
    ///
    /// - Returns: False if their construction has already ended.
    private func accept(
        _ created: [CreatedInstance], _ durations: [Int: Duration], from construction: Construction
    ) -> Bool {
        let cells = state.withLock { state -> [(Cell, AnyInstance)]? in
            guard let extra = state.extra, extra.remove(construction) else { return nil }
            extra.created += created
            extra.durations.merge(durations) { $1 }
            var cells: [(Cell, AnyInstance)] = []
            for created in created {
                guard let slot = created.slot else { continue }
                extra.instances[slot] = created.instance
                if let cell = extra.cells[slot] { cells.append((cell, created.instance)) }
            }
            return cells
        }
        guard let cells else { return false }
        for (cell, instance) in cells { cell.set(instance, owner: self) }
        return true
    }

    /// Closes instances that were never visible to other code.
    nonisolated(nonsending) func discard(_ instances: [CreatedInstance]) async {
        for created in instances.reversed() {
            let details = details(of: created)
            guard let action = details.binding.disposal.closingAction(of: created.instance) else { continue }
            _ = await withTimeLimit(details.closingTimeLimit, action)
        }
    }

    /// Returns the details of the step that created an instance.
    func details(of created: CreatedInstance) -> Section.Details {
        (created.section.map { plan.lazySections[$0] } ?? plan.opening).details[created.step]
    }
}

extension ScopeState.Extra {
    /// Removes a construction.
    ///
    /// - Returns: False if the construction has already ended.
    func remove(_ construction: Construction) -> Bool {
        let slots = constructions.filter { $0.value === construction }.keys
        for slot in slots { constructions[slot] = nil }
        return !slots.isEmpty
    }
}

/// An error that is thrown when initializers that run concurrently wait for each other.
///
/// Validation rejects bindings that require each other. This error is thrown when a cycle arises at run time: an
/// initializer awaits a ``Lazy``, or opens a scene, that requires the instance being created. The initializer that was
/// the last to wait throws the error, and its binding fails.
///
/// Whether an initializer awaits a task that it started, such as an `async let`, can't be determined. A cycle through
/// such a task ends at a time limit, with an error that contains the cycle (``BuildingTimeLimitExceeded/waitingFor``).
public struct WaitCycle: Error, Sendable {
    /// A binding that waits for the next.
    public struct Link: Sendable {
        /// The path of the binding's scope.
        public let scope: String
        /// The binding.
        public let binding: Binding
    }

    /// The bindings; each waits for the next, and the last for the first.
    public let links: [Link]
}

extension WaitCycle: CustomStringConvertible {
    /// The waits, with source locations.
    public var description: String {
        let waits = zip(links, links.dropFirst() + links.prefix(1)).map { link, next in
            "\(link.binding) in \(link.scope) (\(link.binding.location)) waits for \(next.binding)"
        }
        return "cycle: \(waits.joined(separator: ", ")); use the instance after the initializer has returned"
    }
}

/// An error that is thrown when the creation of an asynchronous or lazy instance exceeds its time limit.
///
/// The task of the creation was cancelled and is no longer awaited; an instance that it still creates is closed
/// immediately.
public struct BuildingTimeLimitExceeded: Error, Sendable {
    /// The path of the binding's scope.
    public let scope: String
    /// The binding.
    public let binding: Binding
    /// The time limit.
    public let limit: Duration
    /// The bindings that the creation waited for, each waiting for the next, directly or through a task that its
    /// initializer started.
    public let waitingFor: [WaitCycle.Link]

    init(_ construction: Construction, _ limit: Duration) {
        scope = construction.scope
        binding = construction.binding
        self.limit = limit
        waitingFor = construction.waitingFor
    }
}

extension BuildingTimeLimitExceeded: CustomStringConvertible {
    /// The binding, the limit, and the chain of waits.
    public var description: String {
        let waits = waitingFor.map { "\($0.binding) in \($0.scope) (\($0.binding.location))" }
        return "\(binding) in \(scope) (\(binding.location)) was not created within \(limit)"
            + (waits.isEmpty ? "" : "; it waits for \(waits.joined(separator: ", which waits for "))")
    }
}
