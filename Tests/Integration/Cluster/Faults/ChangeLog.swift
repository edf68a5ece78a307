/// The changes of a list, in the order of their revisions, as the watches of all hosts reported them.
struct ChangeLog {
    /// The changes.
    let changes: [WatchedChange]

    /// The changes by their revision.
    let byRevision: [Int: WatchedChange]

    /// The differences between watches, and the violations of their contract.
    private(set) var problems: [String] = []

    /// Combines the changes that watches reported.
    ///
    /// - Parameter watches: The watches by the name of their host.
    init(_ watches: [String: WatchReplay]) {
        var found: [Int: WatchedChange] = [:]
        for (host, watch) in watches {
            problems += watch.problems.map { "\(host): \($0)" }
            for change in watch.changes {
                guard let known = found[change.revision] else {
                    found[change.revision] = change
                    continue
                }
                if !change.isSame(as: known) { problems.append("\(host): \(change), on another host \(known)") }
                if change.time < known.time { found[change.revision] = change }
            }
        }
        byRevision = found
        changes = found.values.sorted { $0.revision < $1.revision }
        for (host, watch) in watches { compare(watch, of: host) }
        checkOrder()
    }

    /// Checks that a watch reported each change of the ranges that it covers, and the list at their start.
    private mutating func compare(_ watch: WatchReplay, of host: String) {
        let reported = Set(watch.changes.map(\.revision))
        for change in changes where !reported.contains(change.revision) {
            if watch.covered.contains(where: { $0.after < change.revision && change.revision <= $0.upTo }) {
                problems.append("\(host): missed \(change)")
            }
        }
        // The revisions of the snapshots ascend, so that one pass reaches all of them.
        var (list, next): ([String: ReceivedItem], Int) = ([:], 0)
        for snapshot in watch.snapshots {
            while next < changes.count, changes[next].revision <= snapshot.revision {
                list[changes[next].item.id] = changes[next].kind == .deleted ? nil : changes[next].item
                next += 1
            }
            if list != snapshot.items {
                problems.append("\(host): the items at \(snapshot.revision) are \(snapshot.items), expected \(list)")
            }
        }
    }

    /// Checks that each item is added once, then updated, and deleted at most once.
    private mutating func checkOrder() {
        var (present, deleted): (Set<String>, Set<String>) = ([], [])
        for change in changes {
            let id = change.item.id
            let isPossible =
                switch change.kind {
                case .added: !deleted.contains(id) && present.insert(id).inserted
                case .updated: present.contains(id)
                case .deleted: present.remove(id) != nil && deleted.insert(id).inserted
                }
            if !isPossible { problems.append("impossible: \(change)") }
        }
    }

    /// The list after all changes.
    var list: [String: ReceivedItem] {
        changes.reduce(into: [:]) { $0[$1.item.id] = $1.kind == .deleted ? nil : $1.item }
    }
}
