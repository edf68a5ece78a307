/// What a blueprint declares, by key.
struct BindingTable: Sendable {
    /// The binding that provides a key.
    private(set) var index: KeyIndex

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

    /// The keys that several nested scopes export, and this one does not, each with another of their bindings.
    private(set) var liveConflicts: [BindingKey: Binding] = [:]

    /// - Parameters:
    ///   - blueprint: What declares the bindings.
    ///   - arena: Where the table of keys is.
    init(_ blueprint: Blueprint, in arena: Arena) {
        imports = Dictionary(blueprint.imports.map { ($0.key, $0) }) { first, _ in first }
        index = KeyIndex(count: blueprint.bindings.count, in: arena)
        // A binding that is only looked at in its place needs no counting of references to it.
        let bindings = blueprint.bindings
        for position in bindings.indices {
            let role = bindings[position].role
            let key = bindings[position].key
            let isProvided = role != .afterCreation && role != .contribution
            if let earlier = index.append(key, isProvided: isProvided) { duplicates.append((position, earlier)) }
            if role == .contribution { contributions[key, default: []].append(position) }
        }
        for export in blueprint.exports {
            guard let position = index[export.key] else { continue }
            exports.insert(export.key)
            liveExports[export.key] = blueprint.bindings[position]
        }
        for nested in blueprint.nested {
            guard case .owned = nested.kind, !nested.exports.isEmpty || !nested.nested.isEmpty else { continue }
            let arena = Arena(size: KeyIndex.size(count: nested.bindings.count))
            let inside = BindingTable(nested, in: arena)
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
