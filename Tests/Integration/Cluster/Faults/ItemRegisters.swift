import LinearizabilityTesting

/// The histories of the items, one register for each of them.
struct ItemRegisters {
    /// The histories by the identifiers of the items.
    private(set) var registers: [String: RegisterHistory] = [:]

    /// The number of operations on the item with the most of them.
    var largest: Int { registers.values.map(\.count).max() ?? 0 }

    /// The identifier of an item, and an operation on it.
    private typealias Operation = (id: String, action: RegisterModel.Action)

    /// Divides the calls of clients.
    ///
    /// A watch shows which item an addition without a reply has added, and is evidence of the effect of other calls without a reply.
    init(_ calls: [RecordedCall], _ log: ChangeLog) {
        var added: [Int: String] = [:]
        for change in log.changes where change.kind != .deleted {
            if change.kind == .added { added[change.item.count] = change.item.id }
            registers[change.item.id, default: RegisterHistory()].observe(Self.value(change.item), at: change.time)
        }
        var lists: [(call: RecordedCall, items: [String: ReceivedItem])] = []
        for call in calls {
            if case .items(let items) = call.outcome {
                lists.append((call, Dictionary(items.map { ($0.id, $0) }) { first, _ in first }))
            } else if let (id, action) = Self.action(of: call, added: added) {
                // An operation of which nothing is known may take effect at any time.
                let completion: Int64? = if case .unknown = call.outcome { nil } else { call.completion }
                let operation = TimedOperation(action, from: call.call, to: completion)
                registers[id, default: RegisterHistory()].append(operation)
            }
        }
        // A listing reads every item, also those that it does not show.
        for list in lists { for id in list.items.keys where registers[id] == nil { registers[id] = RegisterHistory() } }
        for id in registers.keys {
            for (call, items) in lists {
                let state = items[id].map { RegisterModel.State.present(Self.value($0)) } ?? .absent
                registers[id]?.append(TimedOperation(.read(state), from: call.call, to: call.completion))
            }
        }
    }

    /// Checks every item.
    ///
    /// - Returns: The items whose histories are not linearizable, or undecided.
    func check() -> [String] {
        let checker = LinearizabilityChecker(RegisterModel())
        return registers.compactMap { id, register in
            let history = register.prepared
            return switch checker.check(history) {
            case .linearizable: nil
            case .violation(let violation): "\(id) is not linearizable: \(violation.description(of: history))"
            case .undecided(let configurations): "\(id) is undecided after \(configurations) configurations"
            }
        }
    }

    private static func value(_ item: ReceivedItem) -> RegisterModel.Value {
        RegisterModel.Value(title: item.title, count: item.count, revision: item.revision)
    }

    /// Returns the operation of a call; nil if it had no effect and returned nothing.
    private static func action(of call: RecordedCall, added: [Int: String]) -> Operation? {
        switch (call.request, call.outcome) {
        case (_, .failed), (.list, _), (.get, .unknown): return nil
        case (.add, .item(let item)): return (item.id, .add(value(item)))
        case (.add(let title, let count), _):
            return added[count].map { ($0, .add(RegisterModel.Value(title: title, count: count, revision: nil))) }
        case (.get(let id), .item(let item)): return (id, .read(.present(value(item))))
        case (.get(let id), .absent), (.update(let id, _, _, _), .absent), (.delete(let id, _), .absent):
            return (id, .read(.absent))
        case (.update(let id, _, _, _), .conflict(let actual)), (.delete(let id, _), .conflict(let actual)):
            return (id, .readRevision(actual))
        case (.update(let id, let title, let count, let expected), let outcome):
            let result: RegisterModel.Value? = if case .item(let item) = outcome { value(item) } else { nil }
            return (id, .update(title: title, count: count, ifRevision: expected, result: result))
        case (.delete(let id, let expected), _): return (id, .delete(ifRevision: expected))
        case (.get, _): return nil
        }
    }
}
