/// The list that a client of a watch keeps, as the README of Items describes it, and the changes that it received.
struct WatchReplay {
    /// The list after the last event.
    private(set) var copy: [String: ReceivedItem] = [:]

    /// The changes, in the order in which they were received.
    private(set) var changes: [WatchedChange] = []

    /// The ranges of revisions of which all changes were reported: after the first number, up to the second one.
    private(set) var covered: [(after: Int, upTo: Int)] = []

    /// The lists at the end of the current items, with their revisions.
    private(set) var snapshots: [(revision: Int, items: [String: ReceivedItem])] = []

    /// The violations of the contract.
    private(set) var problems: [String] = []

    /// Replays the events of a watch.
    init(_ records: [WatchRecord]) {
        var isComplete = false
        for record in records {
            switch record {
            case .began(since: nil):
                (isComplete, copy) = (false, [:])
            case .began(let since?):
                if since != covered.last?.upTo { problems.append("resumed after \(since), received \(covered)") }
            case .present(let item):
                if isComplete { problems.append("\(item) is present after 'ready'") }
                copy[item.id] = item
            case .ready(let revision):
                if isComplete {
                    if revision != covered.last?.upTo { problems.append("ready at \(revision), received \(covered)") }
                } else {
                    isComplete = true
                    covered.append((revision, revision))
                    snapshots.append((revision, copy))
                }
            case .changed(let change):
                if let last = changes.last, change.revision <= last.revision {
                    problems.append("\(change) after the revision \(last.revision)")
                }
                changes.append(change)
                copy[change.item.id] = change.kind == .deleted ? nil : change.item
                if isComplete { covered[covered.count - 1].upTo = change.revision }
            }
        }
    }
}
