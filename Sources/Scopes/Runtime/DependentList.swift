/// The scopes that must close before a scope: its children, and the scopes that import from it.
struct DependentList: Sendable {
    private struct Registered: Sendable {
        let scope: ScopeCore
        let number: Int
    }

    private var entries: ContiguousArray<Registered?> = []
    private var vacant: [Int] = []
    private var lastNumber = 0

    /// Adds a dependent.
    ///
    /// - Returns: The position of the dependent, for ``remove(at:)``.
    mutating func insert(_ scope: ScopeCore) -> Int {
        lastNumber += 1
        let entry = Registered(scope: scope, number: lastNumber)
        if let position = vacant.popLast() {
            entries[position] = entry
            return position
        }
        entries.append(entry)
        return entries.count - 1
    }

    /// Removes a dependent, to which the caller has another reference.
    mutating func remove(at position: Int) {
        if position == entries.count - 1 {
            entries.removeLast()
        } else {
            vacant.append(position)
            entries[position] = nil
        }
    }

    /// The dependents, in the order of opening.
    var all: [ScopeCore] {
        if entries.count == vacant.count { return [] }
        return entries.compactMap(\.self).sorted { $0.number < $1.number }.map(\.scope)
    }
}
