/// What a blueprint declares, by key.
struct BindingTable: Sendable {
    /// The binding that provides a key.
    private(set) var index: [BindingKey: Int] = [:]

    /// The contributions to a key, in the order of declaration.
    private(set) var contributions: [BindingKey: [Int]] = [:]

    /// The bindings whose key an earlier one has, with the index of that one.
    private(set) var duplicates: [(index: Int, earlier: Int)] = []

    /// The keys that are taken from a scope of a name.
    let imports: [BindingKey: Blueprint.Import]

    /// The keys that scopes beside this one can ask for directly.
    private(set) var exports: Set<BindingKey> = []

    /// The keys that scopes beside this one can ask `Live` of: the exports, and those of nested scopes.
    private(set) var liveExports: [BindingKey: Binding] = [:]

    init(_ blueprint: Blueprint) {
        imports = Dictionary(blueprint.imports.map { ($0.key, $0) }) { first, _ in first }
        index.reserveCapacity(blueprint.bindings.count)
        for (position, binding) in blueprint.bindings.enumerated() {
            if binding.role == .afterCreation { continue }
            if binding.role == .contribution {
                contributions[binding.key, default: []].append(position)
            } else if let earlier = index.updateValue(position, forKey: binding.key) {
                index[binding.key] = earlier
                duplicates.append((position, earlier))
            }
        }
        for export in blueprint.exports {
            guard let position = index[export.key] else { continue }
            exports.insert(export.key)
            liveExports[export.key] = blueprint.bindings[position]
        }
        for nested in blueprint.nested {
            guard case .owned = nested.kind, !nested.exports.isEmpty || !nested.nested.isEmpty else { continue }
            liveExports.merge(BindingTable(nested).liveExports) { own, _ in own }
        }
    }
}
