extension Graph: CustomStringConvertible {
    /// The graph as a tree of scopes, with their bindings and the requirements of the bindings.
    ///
    /// ```
    /// root (open)
    /// ├─ Clock
    /// ├─ SQLiteItemStore as ItemStore, created in 2.100 ms
    /// │    needs Clock
    /// └─ session ×12 (412 in all)
    ///    └─ Watch
    ///         needs ItemStore of root
    /// ```
    public var description: String {
        lines(of: root).joined(separator: "\n")
    }

    private func lines(of scope: Scope) -> [String] {
        let branches =
            scope.instances.map { self.lines(of: $0, in: scope) } + scope.scopes.map { self.lines(of: $0) }
        var lines = [scope.title(isOutermost: scope.path == root.path)]
        for (index, branch) in branches.enumerated() {
            let isLast = index == branches.count - 1
            for (position, line) in branch.enumerated() {
                lines.append((position == 0 ? (isLast ? "└─ " : "├─ ") : (isLast ? "   " : "│  ")) + line)
            }
        }
        return lines
    }

    private func lines(of instance: Node, in scope: Scope) -> [String] {
        var title = instance.title
        switch instance.state {
        case .declared where instance.isLazy: title += ", lazy"
        case .declared where instance.isTransient: title += ", transient"
        case .declared: break
        case .created: if let duration = instance.duration { title += ", created in \(duration.milliseconds)" }
        case .waiting, .creating: title += ", " + instance.state.rawValue
        }
        if scope.exports.contains(instance.key), instance.role == .provision { title += ", exported" }
        if instance.isPrivate { title += ", private" }
        return [title]
            + instance.requirements.map {
                "  needs \($0.requirement)\($0.origin(seenFrom: scope.path))"
            }
    }
}

extension Graph.Scope {
    /// The last component of the path.
    var name: String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    fileprivate func title(isOutermost: Bool) -> String {
        let shown = isOutermost ? path : name
        switch (kind, state) {
        case (_, .declared) where openedCount == 0: return shown
        case (.owned, _): return "\(shown) (\(state.rawValue))"
        default: return "\(shown) ×\(openCount) (\(openedCount) in all)"
        }
    }
}

extension Graph.Node {
    /// A short description of the binding.
    var title: String {
        switch role {
        case .contribution: "\(implementation), contributed to \(key)"
        case .arguments: "\(key), the arguments"
        case .afterCreation: "action after creation"
        case .provision, .scene: implementation == key ? key : "\(implementation) as \(key)"
        }
    }
}

extension Graph.Edge {
    /// The scope of the targets, if it differs from the scope of the binding.
    fileprivate func origin(seenFrom path: String) -> String {
        let others = Set(targets.map(\.scope)).subtracting([path]).sorted()
        if targets.isEmpty && kind != .building { return ": nothing" }
        return others.isEmpty ? "" : " of \(others.joined(separator: ", "))"
    }
}

extension Duration {
    /// The duration in milliseconds, with three decimal places: `2.100 ms`.
    fileprivate var milliseconds: String {
        let microseconds = (self / .microseconds(1)).rounded()
        let (whole, part) = Int(microseconds).quotientAndRemainder(dividingBy: 1000)
        let digits = String(part)
        return "\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits) ms"
    }
}
