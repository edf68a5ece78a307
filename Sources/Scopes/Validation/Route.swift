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
