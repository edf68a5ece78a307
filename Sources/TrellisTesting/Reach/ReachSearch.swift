import Scopes
import Trellis

/// The search for the types that a scope can reach: a breadth-first search, so that the first path to a type is a
/// shortest one.
struct ReachSearch {
    private(set) var entries: [Reach.Entry] = []
    private(set) var problems: [Reach.Problem] = []

    private let start: ScopePlace
    /// The implementations of the bindings of the scope, and of the scenes in it.
    private let own: Set<ObjectIdentifier>
    /// The types of the instances that the scopes around provide or require.
    private let outside: Set<ObjectIdentifier>

    /// The steps, of which those before `next` have been made.
    private var steps: [Step] = []
    private var next = 0
    private var visited: Set<Step.Identity> = []
    private var reported: Set<Report> = []

    /// The types whose properties are not followed.
    private let ends: Set<ObjectIdentifier>

    init(_ blueprint: Blueprint, within enclosing: [Blueprint], endingAt ends: [any Any.Type]) {
        self.ends = Set(ends.map { ObjectIdentifier($0) })
        let around = enclosing.reversed().reduce(nil) { ScopePlace($1, in: $0, isOwn: false) }
        start = ScopePlace(blueprint, in: around, isOwn: true)
        own = Set(blueprint.implementations.map { ObjectIdentifier($0) })
        let bound = enclosing.flatMap { $0.bindings.filter { $0.role != .scene } }
        // The daemon may provide a type that no blueprint here binds.
        let required = bound.flatMap(\.requirements).filter { $0.kind != .building }.map(\.key.type)
        outside = Set((bound.map(\.implementation) + required).map { ObjectIdentifier($0) })
    }

    /// Finds all types.
    mutating func run() {
        let bindings = start.blueprint.bindings
        for (index, binding) in bindings.enumerated() where binding.isInstance && binding.role != .scene {
            enter(BoundInstance(place: start, index: index), Path())
        }
        finish()
        // A scene that no property contains may be opened by a closure.
        for (index, binding) in bindings.enumerated() where binding.role == .scene {
            enter(BoundInstance(place: start, index: index), Path())
        }
        finish()
    }

    private mutating func finish() {
        while next < steps.count {
            let step = steps[next]
            next += 1
            switch step {
            case .property(let type, let site, let path): follow(type, site, path)
            case .instance(let type, let site, let path): search(type, site, path)
            }
        }
    }
}

extension ReachSearch {
    /// A step of the search, which is made once for each type in each place.
    private enum Step {
        /// To the type of a property of an instance.
        case property(any Any.Type, BoundInstance, Path)
        /// To the type of an instance itself.
        case instance(any Any.Type, BoundInstance, Path)

        struct Identity: Hashable {
            let isInstance: Bool
            let type: ObjectIdentifier
            let site: BoundInstance
        }
    }

    /// A type that was reported; for a closure or a problem, the type that declares the property, and the property.
    private struct Report: Hashable {
        let type: ObjectIdentifier
        let property: String
    }

    private mutating func enqueue(property type: any Any.Type, _ site: BoundInstance, _ path: Path) {
        if isNew(type, site, isInstance: false) { steps.append(.property(type, site, path)) }
    }

    private mutating func enqueue(instance type: any Any.Type, _ site: BoundInstance, _ path: Path) {
        if isNew(type, site, isInstance: true) { steps.append(.instance(type, site, path)) }
    }

    private mutating func isNew(_ type: any Any.Type, _ site: BoundInstance, isInstance: Bool) -> Bool {
        // Each property with a closure or a raw pointer is reported.
        if TypeParts(of: type).kind == .closure || type is any RawMemory.Type { return true }
        return visited.insert(Step.Identity(isInstance: isInstance, type: ObjectIdentifier(type), site: site)).inserted
    }

    /// Continues with the type of a property, which may be a key.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - site: The binding whose instance contains the property.
    ///   - path: The path to the property.
    private mutating func follow(_ type: any Any.Type, _ site: BoundInstance, _ path: Path) {
        if !(type is AnyClass), let type = type as? any ReachContents.Type {
            for content in type.contents { follow(content, site, path) }
            return
        }
        let instances = TypeParts(of: type).isPossibleKey ? site.instances(of: type) : []
        for instance in instances {
            enter(instance, path)
            // The conversion of a binding may create a wrapper around the implementation.
            if instance.binding.convertsToWrapper(type) { enqueue(instance: type, instance, path) }
        }
        if !instances.isEmpty { return }
        if let tagged = type as? any TaggedType.Type {
            enqueue(property: tagged.untagged, site, path)
        } else {
            enqueue(instance: type, site, path)
        }
    }

    private mutating func follow(_ content: ReachContent, _ site: BoundInstance, _ path: Path) {
        switch content {
        case .instance(let type): enqueue(property: type, site, path)
        case .contributions(let type):
            for instance in site.place.contributions(to: BindingKey(type)) { enter(instance, path) }
        case .scene(let type):
            guard let instance = site.instances(of: type).first else { return enqueue(instance: type, site, path) }
            open(instance, path)
        case .scenes(let model):
            for instance in site.place.visibleScenes
            where (instance.binding.key.type as? any SceneType.Type)?.model == model {
                open(instance, path)
            }
        }
    }

    /// Continues with all instances of a scene.
    private mutating func open(_ scene: BoundInstance, _ path: Path) {
        guard let inside = scene.scene else { return }
        for (index, binding) in inside.blueprint.bindings.enumerated()
        where binding.isInstance && binding.role != .scene {
            enter(BoundInstance(place: inside, index: index), path)
        }
    }

    /// Continues with the implementation of a binding.
    private mutating func enter(_ instance: BoundInstance, _ path: Path) {
        let type = instance.binding.implementation
        if instance.binding.role == .scene {
            open(instance, path)
        } else if instance.binding.isAlias {
            enqueue(property: type, instance, path)
        } else {
            enqueue(instance: type, instance, path)
        }
    }

    /// Reports a type, and continues with its parts.
    private mutating func search(_ type: any Any.Type, _ site: BoundInstance, _ path: Path) {
        let parts = TypeParts(of: type)
        let origin = TypeOrigin(of: type)
        var path = path
        switch parts.kind {
        case .end: return
        case .tuple: return followFields(parts, site, path)
        case .closure: return report(type, path.reaching(type), owners: path.owners)
        case .object, .structure, .enumeration, .existential: break
        }
        if type is any RawMemory.Type { return reportHiddenState(at: path, "a raw pointer") }
        let isBound = site.binding.implementation == type
        let isOutside = outside.contains(ObjectIdentifier(type)) || isBound && !site.place.isOwn
        let isOwn = own.contains(ObjectIdentifier(type))
        let isInstance = parts.kind == .object || parts.kind == .existential || isOutside || isOwn
        if origin != .system, isInstance || type is any SceneType.Type {
            path = path.reaching(type)
            if isOutside || !isOwn { report(type, path) }
        }
        if origin == .program { followProperties(of: type, parts, site, path) }
        for argument in origin == .program ? [] : parts.arguments { enqueue(property: argument, site, path) }
        // A buffer, or a class that inherits from one.
        for content in (type as? any ReachContents.Type)?.contents ?? [] where parts.kind == .object {
            follow(content, site, path)
        }
        // A factory that returns an existential type may create an instance that contains what the factory receives.
        for requirement in parts.kind == .existential && isBound ? site.binding.requirements : [] {
            for instance in site.instances(for: requirement) { enter(instance, path.followed(by: " (factory)")) }
        }
    }

    /// Continues with the properties of a type and its superclasses, and with its declared state.
    private mutating func followProperties(
        of type: any Any.Type, _ parts: TypeParts, _ site: BoundInstance, _ path: Path
    ) {
        if ends.contains(ObjectIdentifier(type)) { return }
        followFields(parts, site, path.declared(by: type))
        var superclass: AnyClass? = parts.superclass
        while let type = superclass, TypeOrigin(of: type) == .program {
            let parts = TypeParts(of: type)
            followFields(parts, site, path.declared(by: type))
            superclass = parts.superclass
        }
        for state in (type as? any StateUnderLock.Type)?.state ?? [] {
            enqueue(property: state, site, path.declared(by: type).followed(by: " (under lock)"))
        }
    }

    private mutating func followFields(_ parts: TypeParts, _ site: BoundInstance, _ path: Path) {
        for field in parts.fields {
            let path = path.followed(by: ".\(field.name)")
            if let type = field.type {
                enqueue(property: type, site, path)
            } else {
                let isNoncopyable = parts.kind == .object
                reportHiddenState(at: path, isNoncopyable ? "noncopyable, like a Mutex or an Atomic" : "unknown")
            }
        }
    }

    private mutating func report(_ type: any Any.Type, _ path: Path, owners: [any Any.Type] = []) {
        // Several closures of one owner may have the same type.
        let identity = owners.first.map { Report(type: ObjectIdentifier($0), property: path.property) }
        guard reported.insert(identity ?? Report(type: ObjectIdentifier(type), property: "")).inserted else { return }
        entries.append(Reach.Entry(type: type, owners: owners, path: path.text))
    }

    private mutating func reportHiddenState(at path: Path, _ description: String) {
        guard let declarer = path.declarer, !(declarer is any StateUnderLock.Type) else { return }
        guard reported.insert(Report(type: ObjectIdentifier(declarer), property: path.property)).inserted else {
            return
        }
        problems.append(
            Reach.Problem(
                path: path.text,
                reason: """
                    reflection does not show what the property contains: its type is \(description); declare the types of its \
                    state: extension \(TypeName(of: declarer)): StateUnderLock
                    """))
    }
}

/// A path of a search.
private struct Path {
    private(set) var text = ""
    /// The properties from the type that declares the first of them.
    private(set) var property = ""
    /// The type that declares the property.
    private(set) var declarer: (any Any.Type)?
    /// The last instance.
    private var instance: (any Any.Type)?

    /// The types to which a closure is attributed in the property.
    var owners: [any Any.Type] { [declarer, instance].compactMap(\.self) }

    func reaching(_ type: any Any.Type) -> Path {
        var path = self
        path.text += (text.isEmpty ? "" : " → ") + "\(TypeName(of: type))"
        path.instance = type
        return path
    }

    func declared(by type: any Any.Type) -> Path {
        var path = self
        (path.declarer, path.property) = (type, "")
        return path
    }

    func followed(by suffix: String) -> Path {
        var path = self
        path.text += suffix
        path.property += suffix
        return path
    }
}
