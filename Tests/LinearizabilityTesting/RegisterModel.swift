/// A register that is added, read, updated and deleted: an item of a list.
package struct RegisterModel: SequentialModel {
    /// The value of a register.
    package struct Value: Hashable, Sendable, CustomStringConvertible {
        package var title: String
        package var count: Int

        /// The revision of the change that set the value; nil if no client has received it.
        package var revision: Int?

        package init(title: String, count: Int, revision: Int?) {
            (self.title, self.count, self.revision) = (title, count, revision)
        }

        package var description: String { "(\(title), \(count), revision \(revision.map(String.init) ?? "unknown"))" }
    }

    /// The state of a register.
    package enum State: Hashable, Sendable, CustomStringConvertible {
        case absent
        case present(Value)

        package var description: String { if case .present(let value) = self { "\(value)" } else { "absent" } }
    }

    /// A call with its result.
    package enum Action: Hashable, Sendable, CustomStringConvertible {
        /// Added the register with a value.
        case add(Value)

        /// Read the state.
        case read(State)

        /// Read that the register has a revision, as a rejected change does.
        case readRevision(Int)

        /// Set the count, and the title if it is not nil. The result is nil if the client has not received it.
        case update(title: String?, count: Int, ifRevision: Int?, result: Value?)

        /// Deleted the register.
        case delete(ifRevision: Int?)

        package var description: String {
            switch self {
            case .add(let value): "add \(value)"
            case .read(let state): "read \(state)"
            case .readRevision(let revision): "read revision \(revision)"
            case .update(_, let count, let expected, let result):
                "update\(Self.condition(expected)) to \(result?.description ?? "\(count)")"
            case .delete(let expected): "delete\(Self.condition(expected))"
            }
        }

        private static func condition(_ revision: Int?) -> String { revision.map { " if revision \($0)" } ?? "" }
    }

    package let initial = State.absent

    package init() {}

    package func state(after action: Action, in state: State) -> State? {
        switch (action, state) {
        case (.add(let value), .absent): return .present(value)
        case (.read(let expected), _): return expected == state ? state : nil
        case (.readRevision(let revision), .present(let value)): return value.revision == revision ? state : nil
        case (.update(let title, let count, let expected, let result), .present(let old)):
            guard expected == nil || old.revision == expected else { return nil }
            let new = Value(title: title ?? old.title, count: count, revision: result?.revision)
            return result == nil || result == new ? .present(new) : nil
        case (.delete(let expected), .present(let old)):
            return expected == nil || old.revision == expected ? .absent : nil
        case (.add, .present), (.readRevision, .absent), (.update, .absent), (.delete, .absent): return nil
        }
    }
}
