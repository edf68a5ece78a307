/// Who waits for whom among the bindings of one tree of scopes that are being made, to find circles.
///
/// Admission refuses circles of needs. One that is closed at run time, by an initialiser that awaits a ``Lazy``, is
/// found here at the moment when the last of its members begins to wait.
final class WaitGraph: Sendable {
    /// What a builder can wait for.
    enum Target: Sendable {
        /// An instance.
        case instance(core: ScopeCore, slot: Int)
        /// The opening of a scope.
        case opening(ScopeCore)
    }

    /// An instance that is being made, or waits for that.
    private struct Node: Hashable {
        let core: ScopeCore
        let slot: Int

        static func == (left: Node, right: Node) -> Bool {
            left.core === right.core && left.slot == right.slot
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(core))
            hasher.combine(slot)
        }
    }

    /// What each job waits for.
    private let waits = Lock<[ObjectIdentifier: Target]>([:])

    /// Notes that a builder begins to wait.
    ///
    /// An instance that exists and waits for what is made with it can be had by those in the circle.
    ///
    /// - Returns: The builders of such instances, if what it waits for waits for it; those that wait for these have to
    ///   look again.
    /// - Throws: ``WaitCycle`` when what it waits for waits for it, and there is no such instance.
    func enter(_ job: BuildJob, waitingFor target: Target) throws(WaitCycle) -> [BuildJob] {
        // Locks of scopes are taken under this one, and never the other way round.
        let result = waits.withLock { waits -> Result<[BuildJob], WaitCycle> in
            let goal = Node(core: job.core, slot: job.slot)
            var existing: [BuildJob] = []
            if let path = Self.path(from: target, to: goal, waits) {
                let circle = [goal] + path
                existing = circle.compactMap { $0.core.jobOfInstance(in: $0.slot) }
                if existing.isEmpty { return .failure(WaitCycle(links: circle.map { Self.link($0.core, $0.slot) })) }
            }
            waits[ObjectIdentifier(job)] = target
            return .success(existing)
        }
        return try result.get()
    }

    /// Whether what is waited for waits for a builder.
    func isWaiting(_ target: Target, for job: BuildJob) -> Bool {
        waits.withLock { Self.path(from: target, to: Node(core: job.core, slot: job.slot), $0) != nil }
    }

    /// Notes that a builder waits no longer.
    func leave(_ job: BuildJob) {
        _ = waits.withLock { $0.removeValue(forKey: ObjectIdentifier(job)) }
    }

    /// What a builder waits for, for messages: the bindings, each waiting for the next.
    func chain(of job: BuildJob) -> [WaitCycle.Link] {
        waits.withLock { waits in
            var links: [WaitCycle.Link] = []
            var seen: Set<Node> = []
            var next = waits[ObjectIdentifier(job)].map { Self.nodes(of: $0) }?.first
            while let node = next, seen.insert(node).inserted {
                links.append(Self.link(node.core, node.slot))
                next = Self.targets(of: node, waits).flatMap { Self.nodes(of: $0) }.first
            }
            return links
        }
    }

    /// The way from a target to a node, without that node; nil when there is none.
    private static func path(from target: Target, to goal: Node, _ waits: [ObjectIdentifier: Target]) -> [Node]? {
        var seen: Set<Node> = []
        var stack = nodes(of: target).map { [$0] }
        while let path = stack.popLast() {
            guard let last = path.last else { continue }
            if last == goal { return path.dropLast() }
            guard seen.insert(last).inserted else { continue }
            for node in targets(of: last, waits).flatMap({ nodes(of: $0) }) { stack.append(path + [node]) }
        }
        return nil
    }

    private static func nodes(of target: Target) -> [Node] {
        switch target {
        case .instance(let core, let slot): [Node(core: core, slot: slot)]
        case .opening(let core): core.slotsInTheMaking.map { Node(core: core, slot: $0) }
        }
    }

    private static func targets(of node: Node, _ waits: [ObjectIdentifier: Target]) -> [Target] {
        switch node.core.making(of: node.slot) {
        case .ended: []
        case .running(let job): waits[ObjectIdentifier(job)].map { [$0] } ?? []
        case .awaiting(let addresses):
            addresses.map { .instance(core: node.core.frame($0.frame), slot: $0.slot) }
        }
    }

    private static func link(_ core: ScopeCore, _ slot: Int) -> WaitCycle.Link {
        WaitCycle.Link(scope: core.path, binding: core.plan.compiled.slots[slot].binding)
    }
}

extension ScopeCore {
    /// How far the making of an instance is.
    enum Making: Sendable {
        case ended
        case running(BuildJob)
        case awaiting([Address])
    }

    func making(of slot: Int) -> Making {
        state.withLock { state in
            // Who has been given up waits for nobody, and comes to his end by himself.
            if let entry = state.extra?.jobs[slot], entry.hasStarted {
                return entry.isGivenUp ? .ended : .running(entry.job)
            }
            if isBuilt(slot, state) { return .ended }
            guard case .opening = state.phase, !plan.compiled.isSimple else { return .ended }
            let steps = plan.compiled.steps
            guard let number = steps.number(ofSlot: slot), number < plan.compiled.eagerCount else { return .ended }
            let own = plan.compiled.ownInputs(ofStep: number).filter { !isBuilt($0, state) }
            return .awaiting(own.map { Address(frame: 0, slot: $0, offset: 0) } + steps.rest(of: number).awaited)
        }
    }

    /// The builder of an instance that exists, while what is made with that does not.
    func jobOfInstance(in slot: Int) -> BuildJob? {
        state.withLock { state in
            guard let entry = state.extra?.jobs[slot], !entry.isGivenUp, isBuilt(slot, state) else { return nil }
            return entry.job
        }
    }

    /// The bindings that the scope's opening waits for.
    var slotsInTheMaking: [Int] {
        state.withLock { state in
            guard case .opening = state.phase else { return [] }
            let steps = plan.compiled.steps
            return (0..<plan.compiled.eagerCount).map { steps[$0].slot }.filter { !isBuilt($0, state) }
        }
    }

    /// The graph of waits of the tree that the scope is in.
    var waitGraph: WaitGraph {
        var root = self
        while let parent = root.parent { root = parent }
        return root.state.withLock { state in
            let extra = state.makeExtra()
            if let graph = extra.waitGraph { return graph }
            let graph = WaitGraph()
            extra.waitGraph = graph
            return graph
        }
    }
}
