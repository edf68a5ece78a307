/// The result of looking up a key.
enum LookupResult {
    /// A binding of the scope itself, or of an ancestor.
    case bound(Route, ScopeNode, Int)
    /// An export of a sibling, or of a sibling of an ancestor.
    case exported(by: ScopeNode, Exit)
    /// Several candidates, none of which is nearer than the others.
    case ambiguous([Candidate])
    /// No binding or export with the key.
    case notFound

    /// The point at which a lookup leaves a scope for its parent.
    struct Exit {
        /// The route from the requesting scope to the last one below the parent.
        let route: Route
        /// The last scope below the parent.
        let node: ScopeNode
    }

    /// One of several scopes that provide a key.
    struct Candidate {
        let node: ScopeNode
        let binding: Binding
    }
}

extension ScopeNode {
    /// Looks up a key in this scope and then in its ancestors.
    ///
    /// The exports of a scope's siblings are searched only if neither the scope nor a nearer one has the key.
    ///
    /// - Parameters:
    ///   - requirement: The requirement with the key.
    ///   - exports: The exports under each parent.
    ///   - isLive: Whether to look for exports for `Live`.
    ///   - ignoresInputs: Whether the lookup leaves isolated scopes although the key is not an input.
    /// - Returns: The nearest binding or export, or the reason why there is none.
    func lookUp(
        _ requirement: Requirement, exports: ExportsByParent, isLive: Bool = false, ignoresInputs: Bool = false
    ) -> LookupResult {
        let key = requirement.key
        var route = Route()
        var node = self
        var exporters: [(node: ScopeNode, exit: LookupResult.Exit)] = []
        while true {
            let isOwn = node === self
            if !(isOwn && requirement.isAbove), let index = node.table.index[key],
                isOwn || !node.blueprint.bindings[index].isPrivate
            {
                if exporters.isEmpty { return .bound(route, node, index) }
                let own = LookupResult.Candidate(node: node, binding: node.blueprint.bindings[index])
                return .ambiguous(exporters.compactMap { $0.node.candidate(for: key) } + [own])
            }
            guard let parent = node.parent, ignoresInputs || node.admits(requirement) else { break }
            if let resolved = parent.resolved, let siblings = exports[ObjectIdentifier(resolved)] {
                let exit = LookupResult.Exit(route: route, node: node)
                let found = (isLive ? siblings.live : siblings.direct)[key] ?? []
                // An export from inside this scope is nearer than the exports of other scopes.
                let own = found.filter { $0.isSame(as: node) }
                exporters += (own.isEmpty ? found : own).map { ($0, exit) }
            }
            route.hops.append(.up)
            node = parent
        }
        switch exporters.count {
        case 0: return .notFound
        case 1: return .exported(by: exporters[0].node, exporters[0].exit)
        default: return .ambiguous(exporters.compactMap { $0.node.candidate(for: key) })
        }
    }

    private func candidate(for key: BindingKey) -> LookupResult.Candidate? {
        table.liveExports[key].map { LookupResult.Candidate(node: self, binding: $0) }
    }
}

extension ScopeNode {
    /// Returns whether the bindings of this scope, and of the scopes inside it, can have a requirement met from outside.
    func admits(_ requirement: Requirement) -> Bool {
        guard let inputs = blueprint.inputs else { return true }
        return inputs.contains { $0.requirement.isInput(for: requirement) }
    }

    /// The isolated scopes, from this one outwards, that prevent a binding outside from meeting a requirement.
    ///
    /// - Parameters:
    ///   - requirement: The requirement of a binding of this scope.
    ///   - exports: The exports under each parent.
    /// - Returns: The path of the scope that provides the key, its binding, and the isolated scopes inside it of which the
    ///   key is not an input; nil if no scope outside provides the key.
    func isolation(from requirement: Requirement, exports: ExportsByParent) -> (
        path: String, binding: Binding, scopes: [ScopeNode]
    )? {
        let outside: (end: ScopeNode?, provider: ScopeNode, binding: Binding)
        switch lookUpOutside(requirement, exports: exports) {
        case .bound(_, let declarer, let index):
            outside = (declarer, declarer, declarer.blueprint.bindings[index])
        case .exported(let exporter, let exit):
            guard let binding = exporter.table.liveExports[requirement.key] else { return nil }
            outside = (exit.node.parent, exporter, binding)
        case .ambiguous, .notFound: return nil
        }
        var scopes: [ScopeNode] = []
        var next: ScopeNode? = self
        while let node = next, node !== outside.end {
            if !node.admits(requirement) { scopes.append(node) }
            next = node.parent
        }
        return scopes.isEmpty ? nil : (outside.provider.path, outside.binding, scopes)
    }

    private func lookUpOutside(_ requirement: Requirement, exports: ExportsByParent) -> LookupResult {
        let found = lookUp(requirement, exports: exports, ignoresInputs: true)
        guard case .notFound = found, requirement.kind == .live else { return found }
        return lookUp(requirement, exports: exports, isLive: true, ignoresInputs: true)
    }
}

extension Requirement {
    /// Whether an input permits a requirement: both request the contributions to a key, or neither does.
    fileprivate func isInput(for requirement: Requirement) -> Bool {
        key == requirement.key && (kind == .all) == (requirement.kind == .all)
    }
}

/// The target of a requirement, as seen from the scope that declares the binding.
enum Reference: Sendable {
    /// The instance of a binding.
    case instance(Target)
    /// No binding, for an optional.
    case absent
    /// Any number of contributions.
    case all([Target])
    /// A binding whose instance is requested at its use.
    case lazy(Target)
    /// A binding whose instance exists while its scope is open.
    case live(Target)
    /// The export of a child, for which the child's parent keeps a cell.
    indirect case export(keeper: Route, child: String, key: BindingKey)
    /// The scope itself.
    case scope

    /// A binding of a visible scope.
    struct Target: Hashable, Sendable {
        /// The route to the scope that declares the binding.
        let route: Route
        /// The index of the binding in its blueprint.
        let index: Int

        /// Whether the requesting scope declares the binding itself.
        var isOwn: Bool { route.isEmpty }

        init(_ index: Int, at route: Route = Route()) {
            self.route = route
            self.index = index
        }
    }
}

/// The path from a scope to another visible scope.
struct Route: Hashable, Sendable {
    enum Hop: Hashable, Sendable {
        /// To the parent.
        case up
        /// To an exporting scope, by its index among the imports.
        case imported(Int)
    }

    var hops: [Hop] = []

    static let up = Route(hops: [.up])

    var isEmpty: Bool { hops.isEmpty }

    static func + (left: Route, right: Route) -> Route {
        if left.isEmpty { return right }
        return right.isEmpty ? left : Route(hops: left.hops + right.hops)
    }
}

/// The exports of the scopes under one parent.
struct SiblingExports {
    /// The scopes that export a key directly.
    private(set) var direct: [BindingKey: [ScopeNode]] = [:]
    /// The scopes that export a key for `Live`.
    private(set) var live: [BindingKey: [ScopeNode]] = [:]
    /// The scopes under the parent.
    private(set) var siblings: [ScopeNode] = []

    mutating func add(_ sibling: ScopeNode) {
        siblings.append(sibling)
        for key in sibling.table.exports { direct[key, default: []].append(sibling) }
        for key in sibling.table.liveExports.keys { live[key, default: []].append(sibling) }
    }
}

/// The exports under each parent, by the identity of the parent's resolved scope.
typealias ExportsByParent = [ObjectIdentifier: SiblingExports]
