/// What references of one scope lead to, by the numbers that they have.
struct ReferenceTargets: Sendable {
    /// A cell that another scope keeps.
    struct Exchange: Sendable {
        let route: Route
        let child: String
        let key: BindingKey
    }

    /// The ways to the scopes that are referred to; the first is that of the scope to itself.
    private(set) var routes = [Route()]
    private(set) var groups: [[Reference.Place]] = []
    private(set) var exchanges: [Exchange] = []
    private var numbers: [Route: Int] = [:]

    /// The number of a route.
    mutating func number(of route: Route) -> Int {
        if route.hops.isEmpty { return 0 }
        if let number = numbers[route] { return number }
        routes.append(route)
        numbers[route] = routes.count - 1
        return routes.count - 1
    }

    /// A reference to contributions.
    mutating func reference(to group: [Reference.Place]) -> Reference {
        groups.append(group)
        return .all(group: Int32(groups.count - 1))
    }

    /// A reference to a cell that another scope keeps.
    mutating func reference(to exchange: Exchange) -> Reference {
        exchanges.append(exchange)
        return .exchange(Int32(exchanges.count - 1))
    }
}
