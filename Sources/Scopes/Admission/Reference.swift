/// Where a need of a binding is met, as seen from the scope that declares the binding.
///
/// There is one for each need of each binding, so it is small, and holds no reference that would have to be counted.
/// What does not fit in is in the scope's ``ReferenceTargets``.
enum Reference: Sendable {
    /// By the instance of a binding.
    case instance(Place)
    /// By nothing, which is fine.
    case absent
    /// By any number of contributions: the group of that number.
    case all(group: Int32)
    /// By the cell of a binding.
    case cell(Place)
    /// By the cell of a binding whose instance must be made.
    case live(Place)
    /// By the cell that a scope keeps for what a named child of its exports: the exchange of that number.
    case exchange(Int32)
    /// By the scope itself.
    case scope

    /// A binding of a scope that can be seen.
    struct Place: Sendable {
        private let shortIndex: Int32
        private let shortRoute: UInt16

        /// The binding's place in its blueprint.
        var index: Int { Int(shortIndex) }
        /// The number of the route to its scope; 0 is the scope itself.
        var route: Int { Int(shortRoute) }
        /// Whether the scope declares the binding itself.
        var isOwn: Bool { shortRoute == 0 }

        init(route: Int, index: Int) {
            precondition(route <= UInt16.max, "a scope takes something from more than \(UInt16.max) others")
            shortRoute = UInt16(route)
            shortIndex = Int32(index)
        }
    }
}
