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
        let isolation = inputs.map {
            $0.isEmpty ? ", sees nothing outside" : ", sees only \($0.joined(separator: ", "))"
        }
        return nameAndState(isOutermost: isOutermost) + (isolation ?? "")
    }

    private func nameAndState(isOutermost: Bool) -> String {
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

extension Graph {
    /// The graph in the DOT language of Graphviz: a box around each scope, a node for each binding, and an arrow for
    /// each requirement.
    ///
    /// The arrow is dashed for a `Live` or `Lazy`.
    public var dot: String { dot(with: []) }

    /// The graph in the form of ``dot``, with a dotted arrow for each link.
    ///
    /// - Parameter links: The links; one to or from a scope that the graph does not contain is omitted.
    /// - Returns: The text.
    public func dot(with links: [Link]) -> String {
        var lines = ["digraph scopes {", "  rankdir=LR;", "  node [shape=box];"]
        func draw(_ scope: Scope, _ indent: String) {
            lines.append("\(indent)subgraph \(Self.quoted("cluster_" + scope.path)) {")
            lines.append("\(indent)  label=\(Self.quoted(scope.caption));")
            for (index, instance) in scope.instances.enumerated() {
                let style = instance.isLazy || instance.isTransient ? ", style=dashed" : ""
                lines.append(
                    "\(indent)  \(Self.quoted(Self.node(scope.path, index))) [label=\(Self.quoted(instance.title))\(style)];"
                )
            }
            if scope.instances.isEmpty {
                lines.append("\(indent)  \(Self.quoted(Self.node(scope.path, nil))) [shape=point];")
            }
            for inner in scope.scopes { draw(inner, indent + "  ") }
            lines.append("\(indent)}")
        }
        draw(root, "  ")
        for arrow in arrows {
            let style = arrow.isDirect ? "" : " [style=dashed]"
            lines.append("  \(Self.quoted(arrow.from)) -> \(Self.quoted(arrow.to))\(style);")
        }
        for link in known(links) {
            let (from, to) = (Self.node(link.from.scope, link.from.index), Self.node(link.to.scope, link.to.index))
            lines.append(
                "  \(Self.quoted(from)) -> \(Self.quoted(to)) [style=dotted, label=\(Self.quoted(link.label))];")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// The graph as a Mermaid flowchart, in the form of ``dot``.
    public var mermaid: String { mermaid(with: []) }

    /// The graph as a Mermaid flowchart, in the form of ``dot(with:)``.
    ///
    /// - Parameter links: The links; one to or from a scope that the graph does not contain is omitted.
    /// - Returns: The text.
    public func mermaid(with links: [Link]) -> String {
        var lines = ["flowchart LR"]
        var names: [String: String] = [:]
        func name(_ node: String) -> String {
            if let name = names[node] { return name }
            names[node] = "n\(names.count)"
            return "n\(names.count - 1)"
        }
        func draw(_ scope: Scope, _ indent: String) {
            lines.append("\(indent)subgraph \(name("scope " + scope.path))[\(Self.labelled(scope.caption))]")
            for (index, instance) in scope.instances.enumerated() {
                lines.append("\(indent)  \(name(Self.node(scope.path, index)))[\(Self.labelled(instance.title))]")
            }
            if scope.instances.isEmpty { lines.append("\(indent)  \(name(Self.node(scope.path, nil)))(( ))") }
            for inner in scope.scopes { draw(inner, indent + "  ") }
            lines.append("\(indent)end")
        }
        draw(root, "  ")
        for arrow in arrows where names[arrow.to] != nil {
            lines.append("  \(name(arrow.from)) \(arrow.isDirect ? "-->" : "-.->") \(name(arrow.to))")
        }
        for link in known(links) {
            let (from, to) = (Self.node(link.from.scope, link.from.index), Self.node(link.to.scope, link.to.index))
            lines.append("  \(name(from)) -.->|\(Self.labelled(link.label))| \(name(to))")
        }
        return lines.joined(separator: "\n")
    }

    /// The links between scopes of the graph.
    private func known(_ links: [Link]) -> [Link] {
        let paths = Set(scopes.map(\.path))
        return links.filter { paths.contains($0.from.scope) && paths.contains($0.to.scope) }
    }

    private struct Arrow {
        let from: String
        let to: String
        let isDirect: Bool
    }

    private var arrows: [Arrow] {
        let counts = Dictionary(scopes.map { ($0.path, $0.instances.count) }) { first, _ in first }
        var arrows: [Arrow] = []
        for scope in scopes {
            for (index, instance) in scope.instances.enumerated() {
                for edge in instance.requirements {
                    for target in edge.targets where counts[target.scope] != nil {
                        arrows.append(
                            Arrow(
                                from: Self.node(scope.path, index),
                                to: Self.node(target.scope, target.index),
                                isDirect: edge.kind == .instance || edge.kind == .all))
                    }
                }
            }
        }
        return arrows
    }

    private static func node(_ path: String, _ index: Int?) -> String {
        index.map { "\(path) \($0)" } ?? path
    }

    /// Returns a string of the DOT language.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.append(character)
        }
        return quoted + "\""
    }

    /// Returns a label of a flowchart.
    private static func labelled(_ text: String) -> String {
        var label = "\""
        for character in text {
            switch character {
            case "\"": label += "#quot;"
            case "<": label += "#lt;"
            case ">": label += "#gt;"
            default: label.append(character)
            }
        }
        return label + "\""
    }
}

extension Graph.Scope {
    /// The name, and the number of open scopes.
    fileprivate var caption: String {
        kind == .owned || openedCount == 0 ? name : "\(name) ×\(openCount)"
    }
}
