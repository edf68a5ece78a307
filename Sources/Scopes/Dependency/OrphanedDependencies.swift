import Synchronization

/// The properties with ``Dependency`` that were created where no scope could be asked.
///
/// An object may ask for something though its binding declares nothing, and then no site is set up for it. So that this
/// fails the binding, and not the first use of the property, each such property is noted here with its task, and
/// whoever makes an object looks whether there are new ones: at a count, as long as there are none.
enum OrphanedDependencies {
    private struct Orphan: Sendable {
        let number: Int
        let task: Int?
        let dependency: UndeclaredDependency
    }

    private static let total = Atomic<Int>(0)

    /// The last few.
    ///
    /// Those that were created by hand stay here, and nobody asks for them.
    private static let recent = Lock<[Orphan]>([])

    /// How many there have been.
    @inline(__always)
    static var count: Int { total.load(ordering: .relaxed) }

    /// Notes a property.
    static func note(_ dependency: UndeclaredDependency) {
        let task = currentTaskIdentity
        recent.withLock { recent in
            let number = total.add(1, ordering: .relaxed).newValue
            recent = recent.suffix(63) + [Orphan(number: number, task: task, dependency: dependency)]
        }
    }

    /// The first property that the current task created after the count had been read.
    static func first(after earlier: Int) -> UndeclaredDependency? {
        let task = currentTaskIdentity
        return recent.withLock { recent in
            recent.first { $0.number > earlier && $0.task == task }?.dependency
        }
    }
}

/// What tells the current task from others that run at the same time.
var currentTaskIdentity: Int? {
    withUnsafeCurrentTask { $0?.hashValue }
}

extension ScopeCore {
    /// Makes one instance without waiting.
    ///
    /// - Throws: What the initialiser throws; ``UndeclaredDependency``, after the instance was destroyed.
    @inline(__always)
    func make(_ step: borrowing Step, _ number: Int) throws {
        let orphans = OrphanedDependencies.count
        try step.make(self, number)
        if OrphanedDependencies.count != orphans { try checkOrphans(orphans, step.slot) }
    }

    @inline(never)
    private func checkOrphans(_ earlier: Int, _ slot: Int) throws {
        guard let undeclared = OrphanedDependencies.first(after: earlier) else { return }
        discard(slot)
        throw undeclared
    }

    /// Destroys an instance that was just made, and is not noted yet.
    func discard(_ slot: Int) {
        let info = plan.compiled.slots[slot]
        _ = info.shape.remove(from: region + info.offset)
    }
}
