/// The way from a scope to another one that it can see.
struct Route: Hashable, Sendable {
    enum Hop: Hashable, Sendable {
        /// To the parent.
        case up
        /// To one of the scopes that are imported from, by its index.
        case imported(Int)
    }

    var hops: [Hop] = []

    static func + (left: Route, right: Route) -> Route {
        Route(hops: left.hops + right.hops)
    }

    /// Follows the route from a scope that is being made.
    func core(parent: ScopeCore?, imports: [ScopeCore]) -> ScopeCore {
        var parent = parent
        var imports = imports
        var found: ScopeCore?
        for hop in hops {
            switch hop {
            case .up: found = parent
            case .imported(let index): found = imports[index]
            }
            parent = found?.parent
            imports = found?.imports ?? []
        }
        guard let found else {
            preconditionFailure("a route leads through a scope's ancestors and imports, which are there")
        }
        return found
    }
}
