/// Finds bindings that may be the intended targets of an unmet requirement.
final class Suggestions {
    /// A binding that almost meets a requirement.
    struct NearMiss {
        let link: Diagnostic.Link
        let remedy: String
    }

    /// A binding, and the scope that declares it.
    private struct VisibleBinding {
        let node: ScopeNode
        let binding: Binding
        let isOwn: Bool

        func link(_ remark: String = "") -> Diagnostic.Link {
            Diagnostic.Link(text: "\(node.path): \(binding)\(remark)", location: binding.location)
        }
    }

    /// The number of remaining searches, which is limited because each search examines every binding.
    private var remaining = 64

    /// Returns the near misses of a key, the likeliest first; at most three.
    func misses(of key: BindingKey, seenFrom node: ScopeNode, exports: ExportsByParent) -> [NearMiss] {
        guard remaining > 0, key.layer == 0 else { return [] }
        remaining -= 1
        var visible: [VisibleBinding] = []
        var next: ScopeNode? = node
        var isolated: [ScopeNode] = []
        while let outer = next {
            visible += outer.blueprint.bindings.lazy
                .filter { binding in isolated.allSatisfy { $0.admits(Requirement(of: binding)) } }
                .map { VisibleBinding(node: outer, binding: $0, isOwn: outer === node) }
            if outer.blueprint.inputs != nil { isolated.append(outer) }
            next = outer.parent
        }
        let siblings = exports.values.flatMap(\.siblings).sorted { $0.path < $1.path }
        // The bindings of an ancestor are visible already, without an export.
        let found =
            siblings.compactMap { notExported(key, from: $0, to: node) } + visible.compactMap { related(key, $0) }
        return Array((found.isEmpty ? similar(key, visible) : found).prefix(3))
    }

    private func notExported(_ key: BindingKey, from sibling: ScopeNode, to node: ScopeNode) -> NearMiss? {
        if !node.isInside(sibling.path), let index = sibling.table.index[key] {
            let candidate = VisibleBinding(node: sibling, binding: sibling.blueprint.bindings[index], isOwn: false)
            return NearMiss(link: candidate.link(", not exported"), remedy: "export \(key) from \(sibling.path)")
        }
        guard let (path, binding) = sibling.providedInside[key], !node.isInside(path) else { return nil }
        return NearMiss(
            link: Diagnostic.Link(text: "\(path): \(binding), not exported", location: binding.location),
            remedy: "export \(key) from \(sibling.path), and \(sibling.outerAdvice ?? "provide it there")")
    }

    /// Returns a binding with a related type.
    private func related(_ key: BindingKey, _ candidate: VisibleBinding) -> NearMiss? {
        let binding = candidate.binding
        switch binding.role {
        case .afterCreation, .arguments: return nil
        case .contribution:
            guard binding.key == key else { return nil }
            return NearMiss(
                link: candidate.link(", contributed"), remedy: "request All<\(key)>: it has contributions")
        case .scene:
            guard let requested = key.type as? any SceneType.Type, let given = binding.key.type as? any SceneType.Type,
                requested.model == given.model
            else { return nil }
            return NearMiss(
                link: candidate.link(), remedy: "request \(binding.key): the scene has other arguments")
        case .provision: break
        }
        if binding.key == key, binding.isPrivate, !candidate.isOwn {
            return NearMiss(
                link: candidate.link(", private"),
                remedy: "remove `.private` from \(binding) in \(candidate.node.path)")
        }
        if BindingKey(of: binding.implementation) == key {
            return NearMiss(
                link: candidate.link(), remedy: "request \(binding.key): \(key) is provided only under that key")
        }
        let requested = (key.type as? any TaggedType.Type)?.value
        let given = (binding.key.type as? any TaggedType.Type)?.value
        if given == key || requested == binding.key || (requested != nil && requested == given) {
            return NearMiss(link: candidate.link(), remedy: "request \(binding.key), if you meant that one")
        }
        if binding.key.description == key.description {
            return NearMiss(
                link: candidate.link(", another type with the same name"),
                remedy: """
                    name the right one of the two types: requested is \(_typeName(key.type, qualified: true)), \
                    provided is \(_typeName(binding.key.type, qualified: true))
                    """)
        }
        return nil
    }

    /// Returns bindings whose names resemble the requested one.
    private func similar(_ key: BindingKey, _ visible: [VisibleBinding]) -> [NearMiss] {
        let name = key.description
        return visible.compactMap { candidate -> (distance: Int, miss: NearMiss)? in
            guard candidate.binding.role == .provision, !candidate.binding.isPrivate || candidate.isOwn else {
                return nil
            }
            let other = candidate.binding.key.description
            let isPart = min(name.count, other.count) >= 4 && (other.hasSuffix(name) || name.hasSuffix(other))
            guard isPart || isSimilar(name, other) else { return nil }
            let remedy =
                isPart && other.count > name.count
                ? "did you mean \(other)? If that conforms to \(name), provide it as such: `{ $0 as any \(name) }`"
                : "did you mean \(other)?"
            return (editDistance(name, other), NearMiss(link: candidate.link(), remedy: remedy))
        }
        .sorted { $0.distance < $1.distance }
        .map(\.miss)
    }

    private func isSimilar(_ name: String, _ other: String) -> Bool {
        abs(name.count - other.count) <= 2 && editDistance(name, other) <= max(1, min(name.count, 12) / 4)
    }
}

extension Requirement {
    /// The requirement that a binding meets.
    fileprivate init(of binding: Binding) {
        self.init(key: binding.key, kind: binding.role == .contribution ? .all : .instance, isOptional: false)
    }
}

/// A tagged type.
private protocol TaggedType {
    /// The key of the type without the tag.
    static var value: BindingKey { get }
}

extension Tagged: TaggedType {
    fileprivate static var value: BindingKey { BindingKey(Value.self) }
}

/// A type that opens a scene.
private protocol SceneType {
    /// The key of the model.
    static var model: BindingKey { get }
}

extension Scene: SceneType {
    fileprivate static var model: BindingKey { BindingKey(Model.self) }
}

/// Returns the number of insertions, deletions and substitutions that turn one word into another.
func editDistance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in other.indices {
            let changed = diagonal + (letter == other[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
        }
    }
    return row[other.count]
}
