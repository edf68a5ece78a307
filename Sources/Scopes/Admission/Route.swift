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

/// Where a need of a binding is met, as seen from the scope that declares the binding.
enum Reference: Sendable {
    /// By the instance of a binding.
    case instance(Place)
    /// By nothing, which is fine.
    case absent
    /// By any number of contributions.
    case all([Place])
    /// By the cell of a binding; for a `Live` the instance must be made.
    case cell(Place, isLive: Bool)
    /// By the cell that a scope keeps for what a named child of its exports.
    indirect case exchange(Route, child: String, key: BindingKey)
    /// By the scope itself.
    case scope

    struct Place: Sendable {
        let route: Route
        private let shortIndex: Int32

        var index: Int { Int(shortIndex) }

        init(route: Route, index: Int) {
            self.route = route
            shortIndex = Int32(index)
        }
    }
}
