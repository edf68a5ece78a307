import Scopes

/// A scope in its place under other scopes, in which keys are looked up as the container does.
final class ScopePlace {
    let blueprint: Blueprint
    /// Whether the scope is the one whose reach is determined, or a scene in it.
    let isOwn: Bool

    private let outer: ScopePlace?
    private var scenes: [Int: ScopePlace] = [:]

    /// The first binding of each key.
    private lazy var index: [BindingKey: Int] = {
        let bindings = blueprint.bindings.enumerated().filter { $1.isInstance && $1.role != .contribution }
        return Dictionary(bindings.map { ($1.key, $0) }) { first, _ in first }
    }()

    init(_ blueprint: Blueprint, in outer: ScopePlace?, isOwn: Bool) {
        self.blueprint = blueprint
        self.outer = outer
        self.isOwn = isOwn
    }

    /// This scope and the scopes around it, outwards.
    private var chain: [ScopePlace] { [self] + (outer?.chain ?? []) }

    /// Returns the nearest binding of a key in this scope and the scopes around it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - skipsOwnScope: Whether to begin with the scope around this one.
    /// - Returns: The binding; nil if there is none. Private bindings of the scopes around are hidden.
    func instance(of key: BindingKey, skippingOwnScope skipsOwnScope: Bool = false) -> BoundInstance? {
        for place in chain.dropFirst(skipsOwnScope ? 1 : 0) {
            if let index = place.index[key], place === self || !place.blueprint.bindings[index].isPrivate {
                return BoundInstance(place: place, index: index)
            }
        }
        return nil
    }

    /// Returns the contributions to a key in this scope and the scopes around it.
    func contributions(to key: BindingKey) -> [BoundInstance] {
        instances { place, binding in
            binding.role == .contribution && binding.key == key && (place === self || !binding.isPrivate)
        }
    }

    /// The bindings of scenes in this scope and the scopes around it.
    var visibleScenes: [BoundInstance] { instances { $1.role == .scene } }

    private func instances(where isIncluded: (ScopePlace, Binding) -> Bool) -> [BoundInstance] {
        chain.flatMap { place in
            place.blueprint.bindings.enumerated().filter { isIncluded(place, $1) }.map {
                BoundInstance(place: place, index: $0.offset)
            }
        }
    }

    /// Returns the scope that a binding of this scope opens; nil if none of the nested blueprints matches it.
    fileprivate func scene(of binding: Binding) -> ScopePlace? {
        // The blueprint of a scene has the location of its binding and the name of its model. A function that declares
        // several scenes of a model at one location distinguishes them by their arguments.
        guard let type = binding.key.type as? any SceneType.Type else { return nil }
        let index = blueprint.nested.firstIndex { nested in
            let arguments = nested.bindings.first { $0.role == .arguments }?.key
            return nested.location == binding.location && nested.name == "\(BindingKey(type.model))"
                && arguments == (type.arguments == Void.self ? nil : BindingKey(type.arguments))
        }
        guard let index else { return nil }
        if let place = scenes[index] { return place }
        let place = ScopePlace(blueprint.nested[index], in: self, isOwn: isOwn)
        scenes[index] = place
        return place
    }
}

/// A binding and the place of its scope.
struct BoundInstance: Hashable {
    let place: ScopePlace
    let index: Int

    var binding: Binding { place.blueprint.bindings[index] }

    /// The scope that the binding of a scene opens.
    var scene: ScopePlace? { place.scene(of: binding) }

    static func == (left: BoundInstance, right: BoundInstance) -> Bool {
        left.place === right.place && left.index == right.index
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(place))
        hasher.combine(index)
    }

    /// Returns the bindings that a property of the instance may contain an instance of.
    ///
    /// If the factory requires the type, a property has what it received: a decorator's is the instance that it wraps,
    /// and an initializer may have removed a tag. Otherwise, the type is looked up in the scope of the binding.
    func instances(of type: any Any.Type) -> [BoundInstance] {
        let required = binding.requirements.filter { requirement in
            requirement.key.type == type || (requirement.key.type as? any TaggedType.Type)?.untagged == type
        }
        if required.isEmpty { return place.instance(of: BindingKey(type)).map { [$0] } ?? [] }
        return required.flatMap { instances(for: $0) }
    }

    /// Returns the bindings that meet a requirement of this one.
    func instances(for requirement: Requirement) -> [BoundInstance] {
        if requirement.kind == .building { return [] }
        if requirement.kind == .all { return place.contributions(to: requirement.key) }
        // A decorator of a binding of another scope has the key that it requires.
        let isDecorator = binding.role == .provision && binding.key == requirement.key
        return place.instance(of: requirement.key, skippingOwnScope: isDecorator).map { [$0] } ?? []
    }
}

extension Binding {
    /// Whether the binding has an instance.
    var isInstance: Bool { role != .afterCreation }

    /// Whether the declaration states the type of the instance.
    var isStated: Bool {
        TypeParts(of: implementation).isPossibleKey && TypeParts(of: implementation).kind != .existential
    }

    /// Whether the instance is that of another binding.
    var isAlias: Bool { isStated && requirements.contains { $0.key.type == implementation } }

    /// Whether the instance of a key is a value that the conversion of the binding creates.
    ///
    /// It is not if the type is the implementation, one of its superclasses, or a type that only contains the
    /// implementation.
    func convertsToWrapper(_ type: any Any.Type) -> Bool {
        let isValue = TypeParts(of: type).kind != .existential && !(type is any TaggedType.Type)
        return isValue
            && !sequence(first: implementation, next: { TypeParts(of: $0).superclass }).contains { $0 == type }
    }
}

extension Blueprint {
    /// The implementations of all bindings of this scope and of the scenes in it, without aliases and without those
    /// that a factory does not state.
    var implementations: [any Any.Type] {
        let stated = bindings.filter { $0.isInstance && $0.role != .scene && !$0.isAlias && $0.isStated }
        return stated.map(\.implementation) + nested.flatMap(\.implementations)
    }
}
