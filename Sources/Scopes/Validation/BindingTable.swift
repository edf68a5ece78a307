/// The bindings of a blueprint, by key.
struct BindingTable: Sendable {
    /// The index of the binding that provides a key.
    private(set) var index: [BindingKey: Int] = [:]

    /// The indices of the contributions to a key, in the order of declaration.
    private(set) var contributions: [BindingKey: [Int]] = [:]

    /// The bindings whose key an earlier binding already has, with the index of the earlier one.
    private(set) var duplicates: [(index: Int, earlier: Int)] = []

    /// The keys that siblings can request.
    private(set) var exports: Set<BindingKey> = []

    init(_ blueprint: Blueprint) {
        index.reserveCapacity(blueprint.bindings.count)
        for (position, binding) in blueprint.bindings.enumerated() {
            let key = binding.key
            switch binding.role {
            case .afterCreation: break
            case .contribution: contributions[key, default: []].append(position)
            case .provision, .scene, .arguments:
                if let earlier = index[key] { duplicates.append((position, earlier)) } else { index[key] = position }
            }
        }
        exports = Set(blueprint.exports.lazy.map(\.key)).intersection(index.keys)
    }
}
