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
                        // For the export of a nested scope, the first binding represents all.
                        let isKnown = target.index != nil || counts[target.scope] == 0
                        arrows.append(
                            Arrow(
                                from: Self.node(scope.path, index),
                                to: Self.node(target.scope, isKnown ? target.index : 0),
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
