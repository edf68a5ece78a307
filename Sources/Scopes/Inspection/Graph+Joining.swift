extension Graph {
    /// Creates the graph of a scope that has only nested scopes.
    ///
    /// - Parameters:
    ///   - graphs: The graphs of the nested scopes.
    ///   - parent: The plan of the scope.
    public init(joining graphs: [Graph], in parent: Plan) {
        root = Scope(
            path: parent.path, kind: .owned, state: .open, openCount: 1, openedCount: 1, instanceCount: 0,
            instances: [], exports: [], scopes: graphs.map(\.root))
    }

    /// Returns the graph with another plan in place of the nested scope that has the same path.
    ///
    /// - Parameter plan: A plan under that of the outermost scope.
    /// - Returns: The graph, in which the scope of the plan is not open.
    public func replacing(_ plan: Plan) -> Graph {
        var root = root
        root.scopes = root.scopes.map { $0.path == plan.path ? Scope(plan) : $0 }
        return Graph(root: root)
    }
}
