/// Looks for what somebody may have meant who asks for something that nothing provides.
final class Suggestions {
    /// A binding that almost meets a need.
    struct NearMiss {
        let link: Fault.Link
        let remedy: String
    }

    /// A binding, and the scope that declares it.
    struct Place {
        let level: Level
        let binding: Binding
        let isOwn: Bool

        func link(_ remark: String = "") -> Fault.Link {
            Fault.Link(text: "\(level.path): \(binding)\(remark)", location: binding.location)
        }
    }

    /// A look at every binding for each of thousands of faults would take long, and nobody reads them.
    private var remaining = 64

    /// The near misses of a key, the likeliest first; at most three.
    func misses(
        of key: BindingKey, seenFrom level: Level, exports: [ObjectIdentifier: SiblingExports]
    ) -> [NearMiss] {
        guard remaining > 0, key.layer == 0 else { return [] }
        remaining -= 1
        var visible: [Place] = []
        var next: Level? = level
        while let outer = next {
            visible += outer.blueprint.bindings.map { Place(level: outer, binding: $0, isOwn: outer === level) }
            next = outer.parent
        }
        let siblings = exports.values.flatMap(\.siblings).sorted { $0.path < $1.path }
        // A scope that holds the one that asks is among what is visible: it need not export.
        let found =
            siblings.compactMap { notExported(key, from: $0, to: level) } + visible.compactMap { related(key, $0) }
        return Array((found.isEmpty ? similar(key, visible) : found).prefix(3))
    }

    private func notExported(_ key: BindingKey, from sibling: Level, to level: Level) -> NearMiss? {
        if !level.isInside(sibling.path), let index = sibling.table.index[key] {
            let place = Place(level: sibling, binding: sibling.blueprint.bindings[index], isOwn: false)
            return NearMiss(link: place.link(", not exported"), remedy: "export \(key) from \(sibling.path)")
        }
        guard let (path, binding) = sibling.providedInside[key], !level.isInside(path) else { return nil }
        return NearMiss(
            link: Fault.Link(text: "\(path): \(binding), not exported", location: binding.location),
            remedy: "export \(key) from \(path), and take Live<\(key)>")
    }

    /// A binding that is about the same type, but not for that key.
    private func related(_ key: BindingKey, _ place: Place) -> NearMiss? {
        let binding = place.binding
        switch binding.role {
        case .afterCreation, .arguments: return nil
        case .contribution:
            guard binding.key == key else { return nil }
            return NearMiss(link: place.link(", contributed"), remedy: "take All<\(key)>: it is contributed to")
        case .scene:
            guard let asked = key.type as? any SceneShape.Type, let given = binding.key.type as? any SceneShape.Type,
                asked.model == given.model
            else { return nil }
            return NearMiss(link: place.link(), remedy: "take \(binding.key): the scene has other arguments")
        case .provision: break
        }
        if binding.key == key, binding.isPrivate, !place.isOwn {
            return NearMiss(
                link: place.link(", private"), remedy: "take `.private` from \(binding) in \(place.level.path)")
        }
        if BindingKey(of: binding.implementation) == key {
            return NearMiss(
                link: place.link(), remedy: "take \(binding.key): \(key) is provided under that key only")
        }
        let asked = (key.type as? any TaggedShape.Type)?.value
        let given = (binding.key.type as? any TaggedShape.Type)?.value
        if given == key || asked == binding.key || (asked != nil && asked == given) {
            return NearMiss(link: place.link(), remedy: "take \(binding.key), if that is the one that is meant")
        }
        if binding.key.description == key.description {
            return NearMiss(
                link: place.link(", another type of that name"),
                remedy: """
                    name the right one of the two types: \(_typeName(key.type, qualified: true)) is asked for, \
                    \(_typeName(binding.key.type, qualified: true)) is provided
                    """)
        }
        return nil
    }

    /// Bindings whose names are like the one that is asked for.
    private func similar(_ key: BindingKey, _ visible: [Place]) -> [NearMiss] {
        let name = key.description
        return visible.compactMap { place -> (distance: Int, miss: NearMiss)? in
            guard place.binding.role == .provision, !place.binding.isPrivate || place.isOwn else { return nil }
            let other = place.binding.key.description
            let isPart = min(name.count, other.count) >= 4 && (other.hasSuffix(name) || name.hasSuffix(other))
            guard isPart || isSimilar(name, other) else { return nil }
            let remedy =
                isPart && other.count > name.count
                ? "did you mean \(other)? If that conforms to \(name), provide it as such: `{ $0 as any \(name) }`"
                : "did you mean \(other)?"
            return (editDistance(name, other), NearMiss(link: place.link(), remedy: remedy))
        }
        .sorted { $0.distance < $1.distance }
        .map(\.miss)
    }

    private func isSimilar(_ name: String, _ other: String) -> Bool {
        abs(name.count - other.count) <= 2 && editDistance(name, other) <= max(1, min(name.count, 12) / 4)
    }
}

/// What a tagged type says of itself.
protocol TaggedShape {
    /// The key of the type without the tag.
    static var value: BindingKey { get }
}

extension Tagged: TaggedShape {
    static var value: BindingKey { BindingKey(Value.self) }
}

/// What the right to open a scene says of itself.
protocol SceneShape {
    /// The key of the model.
    static var model: BindingKey { get }
}

extension Scene: SceneShape {
    static var model: BindingKey { BindingKey(Model.self) }
}
