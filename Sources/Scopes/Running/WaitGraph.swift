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

    private struct Waits: Sendable {
        /// What each job waits for.
        var own: [ObjectIdentifier: Target] = [:]
        /// What the tasks wait for that a job's initialiser has started, with the numbers of these waits.
        ///
        /// Whether the initialiser waits for such a task is not known.
        var started: [ObjectIdentifier: [(number: Int, target: Target)]] = [:]
        /// The last number that was given out.
        var lastNumber = 0
    }

    private let waits = Lock(Waits())

    /// Notes that a builder begins to wait.
    ///
    /// An instance that exists and waits for what is made with it can be had by those in the circle.
    ///
    /// - Returns: The builders of such instances, if what it waits for waits for it; those that wait for these have to
    ///   look again.
    /// - Throws: ``WaitCycle`` when what it waits for waits for it, and there is no such instance.
    func enter(_ job: BuildJob, waitingFor target: Target) throws(WaitCycle) -> [BuildJob] {
        // Locks of scopes are taken under this one, and never the other way round.
        let result = waits.withLock { waits -> Result<(existing: [BuildJob], started: [BuildJob]), WaitCycle> in
            let goal = Node(core: job.core, slot: job.slot)
            var existing: [BuildJob] = []
            if let path = Self.path(from: target, to: goal, waits) {
                let circle = [goal] + path
                existing = circle.compactMap { $0.core.jobOfInstance(in: $0.slot) }
                if existing.isEmpty { return .failure(WaitCycle(links: circle.map { Self.link($0.core, $0.slot) })) }
            }
            waits.own[ObjectIdentifier(job)] = target
            return .success((existing, Self.buildersToAskAgain(target, goal, waits)))
        }
        let (existing, started) = try result.get()
        for other in started { other.wake() }
        return existing
    }

    /// Notes that a builder waits no longer.
    func leave(_ job: BuildJob) {
        _ = waits.withLock { $0.own.removeValue(forKey: ObjectIdentifier(job)) }
    }

    /// Notes that a task begins to wait that a builder's initialiser has started.
    ///
    /// It is never refused, since the initialiser may come to its end without that task.
    ///
    /// - Returns: The number of the wait, and whether what the task waits for waits for the builder, as far as is known:
    ///   then the task can have an instance that exists.
    func enterTask(startedBy job: BuildJob, waitingFor target: Target) -> (number: Int, isInCircle: Bool) {
        let (number, isInCircle, started) = waits.withLock { waits -> (Int, Bool, [BuildJob]) in
            let goal = Node(core: job.core, slot: job.slot)
            waits.lastNumber += 1
            waits.started[ObjectIdentifier(job), default: []].append((waits.lastNumber, target))
            let isInCircle = Self.path(from: target, to: goal, waits, withStarted: true) != nil
            return (waits.lastNumber, isInCircle, Self.buildersToAskAgain(target, goal, waits))
        }
        for other in started { other.wake() }
        return (number, isInCircle)
    }

    /// Notes that a task waits no longer that a builder's initialiser has started.
    func leaveTask(_ number: Int, startedBy job: BuildJob) {
        waits.withLock { waits in
            waits.started[ObjectIdentifier(job)]?.removeAll { $0.number == number }
            if waits.started[ObjectIdentifier(job)]?.isEmpty == true { waits.started[ObjectIdentifier(job)] = nil }
        }
    }

    /// What a builder waits for, for messages: the bindings, each waiting for the next, or having started a task that
    /// does.
    ///
    /// If there is a way that leads back to the builder, it is that.
    func chain(of job: BuildJob) -> [WaitCycle.Link] {
        waits.withLock { waits in
            let goal = Node(core: job.core, slot: job.slot)
            let targets = Self.targets(of: job, waits, withStarted: true)
            for target in targets {
                guard let path = Self.path(from: target, to: goal, waits, withStarted: true) else { continue }
                return (path + [goal]).map { Self.link($0.core, $0.slot) }
            }
            var links: [WaitCycle.Link] = []
            var seen: Set<Node> = []
            var next = targets.flatMap { Self.nodes(of: $0) }.first
            while let node = next, seen.insert(node).inserted {
                links.append(Self.link(node.core, node.slot))
                next = Self.targets(of: node, waits, withStarted: true).flatMap { Self.nodes(of: $0) }.first
            }
            return links
        }
    }

    /// The way from a target to a node, without that node; nil when there is none.
    ///
    /// With what initialisers have started it may lead through the tasks, else only through initialisers themselves.
    private static func path(
        from target: Target, to goal: Node, _ waits: Waits, withStarted: Bool = false
    ) -> [Node]? {
        var seen: Set<Node> = []
        var stack = nodes(of: target).map { [$0] }
        while let path = stack.popLast() {
            guard let last = path.last else { continue }
            if last == goal { return path.dropLast() }
            guard seen.insert(last).inserted else { continue }
            for node in targets(of: last, waits, withStarted: withStarted).flatMap({ nodes(of: $0) }) {
                stack.append(path + [node])
            }
        }
        return nil
    }

    /// The builders of instances that exist, and can be had by a task in one of the circles that a wait has closed.
    private static func buildersToAskAgain(_ target: Target, _ goal: Node, _ waits: Waits) -> [BuildJob] {
        if waits.started.isEmpty { return [] }
        // Whom the goal waits for now, as far as that goes on, and by whom each of these is waited for.
        var waiting: [Node: Set<Node>] = [:]
        var next = nodes(of: target)
        var seen: Set<Node> = [goal]
        while let node = next.popLast() {
            guard seen.insert(node).inserted else { continue }
            for other in targets(of: node, waits, withStarted: true).flatMap({ nodes(of: $0) }) {
                waiting[other, default: []].insert(node)
                next.append(other)
            }
        }
        // Those of them that wait for the goal are the circles.
        var builders: [BuildJob] = []
        next = [goal]
        seen = []
        while let node = next.popLast() {
            guard seen.insert(node).inserted, let those = waiting[node] else { continue }
            next += those
            // What a builder itself waits for is seen to where that is entered.
            let hasTask = those.contains { other in
                !targets(of: other, waits).contains { nodes(of: $0).contains(node) }
            }
            if hasTask, let builder = node.core.jobOfInstance(in: node.slot) { builders.append(builder) }
        }
        return builders
    }

    private static func nodes(of target: Target) -> [Node] {
        switch target {
        case .instance(let core, let slot): [Node(core: core, slot: slot)]
        case .opening(let core): core.slotsInTheMaking.map { Node(core: core, slot: $0) }
        }
    }

    private static func targets(of node: Node, _ waits: Waits, withStarted: Bool = false) -> [Target] {
        switch node.core.making(of: node.slot) {
        case .ended: []
        case .running(let job): targets(of: job, waits, withStarted: withStarted)
        case .awaiting(let addresses):
            addresses.map { .instance(core: node.core.frame($0.frame), slot: $0.slot) }
        }
    }

    private static func targets(of job: BuildJob, _ waits: Waits, withStarted: Bool) -> [Target] {
        let own = waits.own[ObjectIdentifier(job)].map { [$0] } ?? []
        if !withStarted { return own }
        return own + (waits.started[ObjectIdentifier(job)] ?? []).map(\.target)
    }

    private static func link(_ core: ScopeCore, _ slot: Int) -> WaitCycle.Link {
        WaitCycle.Link(scope: core.path, binding: core.plan.compiled.slots[slot].binding)
    }
}
