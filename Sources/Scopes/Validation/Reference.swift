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
