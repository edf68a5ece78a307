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
}
