/// The bindings of a blueprint, by key.
struct BindingTable: Sendable {
    /// The index of the binding that provides a key.
    private(set) var index: [BindingKey: Int] = [:]

    /// The indices of the contributions to a key, in the order of declaration.
    private(set) var contributions: [BindingKey: [Int]] = [:]

    /// The bindings whose key an earlier binding already has, with the index of the earlier one.
    private(set) var duplicates: [(index: Int, earlier: Int)] = []

    /// The imports, by key.
    let imports: [BindingKey: Blueprint.Import]

    /// The keys that siblings can request directly.
    private(set) var exports: Set<BindingKey> = []

    /// The bindings that siblings can request as `Live`: the exports of this scope, and those of nested scopes.
    private(set) var liveExports: [BindingKey: Binding] = [:]

    /// The keys that several nested scopes export and this scope does not, each with a second binding.
    private(set) var liveConflicts: [BindingKey: Binding] = [:]

    init(_ blueprint: Blueprint) {
        imports = Dictionary(blueprint.imports.map { ($0.key, $0) }) { first, _ in first }
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
        for export in blueprint.exports {
            guard let position = index[export.key] else { continue }
            exports.insert(export.key)
            liveExports[export.key] = blueprint.bindings[position]
        }
        for nested in blueprint.nested where nested.isOwned && !(nested.exports.isEmpty && nested.nested.isEmpty) {
            let inside = BindingTable(nested)
            for (key, binding) in inside.liveExports where !exports.contains(key) {
                if liveExports[key] == nil {
                    liveExports[key] = binding
                    liveConflicts[key] = inside.liveConflicts[key]
                } else {
                    liveConflicts[key] = binding
                }
            }
        }
    }
}
