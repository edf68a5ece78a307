import Synchronization

/// The ``Dependency`` properties that were created without a scope.
///
/// An object may request dependencies although its binding declares none; the object then has no ``ConstructionSite``.
/// Each such property is recorded here with its task. After the creation of an object, its scope looks for new entries,
/// so that the binding fails instead of the first use of the property. Without entries, the check costs one load of a
/// counter.
enum OrphanedDependencies {
    private struct Orphan: Sendable {
        let number: Int
        let task: Int?
        let dependency: UndeclaredDependency
    }

    private static let total = Atomic<Int>(0)

    /// The latest entries.
    private static let recent = Lock<[Orphan]>([])

    /// The number of entries so far.
    @inline(__always)
    static var count: Int { total.load(ordering: .relaxed) }

    /// Records a property.
    static func note(_ dependency: UndeclaredDependency) {
        let task = currentTaskIdentity
        recent.withLock { recent in
            let number = total.add(1, ordering: .relaxed).newValue
            recent = recent.suffix(63) + [Orphan(number: number, task: task, dependency: dependency)]
        }
    }

    /// Throws an error if the current task has created a property since the count was read.
    @inline(never)
    static func check(since earlier: Int) throws(UndeclaredDependency) {
        let task = currentTaskIdentity
        let first = recent.withLock { recent in
            recent.first { $0.number > earlier && $0.task == task }?.dependency
        }
        if let first { throw first }
    }
}
