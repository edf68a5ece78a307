/// Compares the calls of clients with the changes of the list: each acknowledged change is made once, and no other one.
struct ChangeCheck {
    private let calls: [RecordedCall]
    private let log: ChangeLog

    /// The differences.
    private(set) var problems: [String] = []

    init(_ calls: [RecordedCall], _ log: ChangeLog) {
        (self.calls, self.log) = (calls, log)
        checkAcknowledgements()
        checkCauses()
        checkOrder()
    }

    /// Checks that each acknowledged change is in the log.
    private mutating func checkAcknowledgements() {
        let deletions = Set(log.changes.filter { $0.kind == .deleted }.map(\.item.id))
        var acknowledged: Set<String> = []
        for call in calls {
            switch (call.request, call.outcome) {
            case (.add, .item(let item)), (.update, .item(let item)):
                let kind: WatchedChange.Kind = if case .add = call.request { .added } else { .updated }
                let change = log.byRevision[item.revision]
                if change?.item != item || change?.kind != kind {
                    problems.append("lost: \(call), found \(change.map { "\($0)" } ?? "no change")")
                }
            case (.delete(let id, _), .deleted):
                if !deletions.contains(id) { problems.append("lost: \(call)") }
                if !acknowledged.insert(id).inserted { problems.append("deleted twice: \(call)") }
            default: break
            }
        }
    }

    /// Checks that each change in the log was requested, was not reported as failed, and is the only one of its call.
    private mutating func checkCauses() {
        var changing: [Int: RecordedCall] = [:]
        var deleting: Set<String> = []
        for call in calls {
            switch (call.request, call.outcome) {
            case (.add(_, let count), .item), (.add(_, let count), .unknown), (.update(_, _, let count, _), .item),
                (.update(_, _, let count, _), .unknown):
                changing[count] = call
            case (.delete(let id, _), .deleted), (.delete(let id, _), .unknown): deleting.insert(id)
            default: break
            }
        }
        for change in log.changes {
            if change.kind == .deleted {
                if !deleting.contains(change.item.id) { problems.append("no call made \(change)") }
            } else if !Self.isCause(changing.removeValue(forKey: change.item.count), of: change) {
                problems.append("no call made, or a call made twice \(change)")
            }
        }
    }

    private static func isCause(_ call: RecordedCall?, of change: WatchedChange) -> Bool {
        switch call?.request {
        case .add(let title, _): change.kind == .added && change.item.title == title
        case .update(let id, let title, _, _):
            change.kind == .updated && change.item.id == id && (title == nil || title == change.item.title)
        default: false
        }
    }

    /// Checks that a change has a larger revision than those that were acknowledged before its call.
    private mutating func checkOrder() {
        let changes: [(call: RecordedCall, revision: Int)] = calls.compactMap { call in
            switch (call.request, call.outcome) {
            case (.add, .item(let item)), (.update, .item(let item)): (call, item.revision)
            default: nil
            }
        }
        var completed = changes.sorted { $0.call.completion < $1.call.completion }[...]
        var newest = 0
        for (call, revision) in changes.sorted(by: { $0.call.call < $1.call.call }) {
            while let earlier = completed.first, earlier.call.completion < call.call {
                newest = max(newest, earlier.revision)
                completed.removeFirst()
            }
            if revision <= newest { problems.append("\(call) follows the revision \(newest)") }
        }
    }
}
