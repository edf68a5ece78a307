/// One declaration of a blueprint: a key, the factory of its instances, and the requirements of the factory.
///
/// A binding is a value, and declares an instance without creating it. Authors of blueprints call the methods of
/// ``Blueprint``. Further methods in other modules use the initializers of this type and ``Blueprint/add(_:)``.
public struct Binding: Sendable {
    /// The purpose of a binding.
    public enum Role: Hashable, Sendable {
        /// Provides the only instance of its key.
        case provision
        /// Contributes one of any number of instances to its key.
        case contribution
        /// Provides the ``Scene`` that opens a scene.
        case scene
        /// Represents the arguments with which its scope is opened.
        case arguments
        /// Runs an action when the instances that it requires have been created.
        case afterCreation
    }

    /// The properties of a binding.
    struct Fields: Sendable {
        var key: BindingKey
        var implementation: any Any.Type
        var requirements: [Requirement]
        var location: BindingLocation
        var role: Role
        var isLazy: Bool
        var isTransient: Bool
        var isPrivate: Bool
        var marks: Set<BindingMark>
        let overrideAdvice: String?
        var closingTimeLimit: Duration?
        var buildingTimeLimit: Duration?
        let disposal: Disposal
        var factory: Factory
        let uses: [DependencyTypes.Use]
        let keyProblem: KeyProblem?
        let value: (any Sendable)?
    }

    /// The fields, in an object, so that copies of a binding are cheap.
    private final class Storage: Sendable {
        let fields: Fields

        init(_ fields: Fields) { self.fields = fields }
    }

    private var storage: Storage

    /// The key by which the binding is requested.
    ///
    /// For a contribution, the key that it contributes to.
    public var key: BindingKey { storage.fields.key }

    /// The type that the initializer creates, if the declaration states it.
    ///
    /// The implementation differs from the key's type when the binding was declared with a conversion:
    /// `provide(SQLiteItemStore.init(path:)) { $0 as any ItemStore }` has the key `any ItemStore` and the
    /// implementation `SQLiteItemStore`. If the declaration passes the key, only the key's type is known.
    public var implementation: any Any.Type { storage.fields.implementation }

    /// The requirements of the initializer's parameters, in their order, followed by those of ``Dependency``
    /// properties.
    public var requirements: [Requirement] { storage.fields.requirements }

    /// The source location of the declaration.
    public var location: BindingLocation { storage.fields.location }

    /// The purpose of the binding.
    public var role: Role { storage.fields.role }

    /// A Boolean value that indicates whether the instance is created at its first use.
    ///
    /// See ``BindingOption/lazily``.
    public var isLazy: Bool { storage.fields.isLazy }

    /// A Boolean value that indicates whether each requester gets a new instance.
    ///
    /// See ``BindingOption/transient``.
    public var isTransient: Bool { storage.fields.isTransient }

    /// A Boolean value that indicates whether only the declaring scope can request the binding.
    ///
    /// See ``BindingOption/private``.
    public var isPrivate: Bool { storage.fields.isPrivate }

    /// A Boolean value that indicates whether the initializer is asynchronous.
    public var isAsynchronous: Bool {
        if case .asynchronous = factory { true } else { false }
    }

    /// The marks of the binding.
    ///
    /// See ``BindingOption/marked(_:)``.
    public var marks: Set<BindingMark> { storage.fields.marks }

    /// The existing instance that the binding provides; nil for a binding with an initializer.
    var value: (any Sendable)? { storage.fields.value }
    var closingTimeLimit: Duration? { storage.fields.closingTimeLimit }
    var buildingTimeLimit: Duration? { storage.fields.buildingTimeLimit }
    var overrideAdvice: String? { storage.fields.overrideAdvice }
    var disposal: Disposal { storage.fields.disposal }
    var factory: Factory { storage.fields.factory }
    /// The types that the object requests through ``Dependency``.
    var uses: [DependencyTypes.Use] { storage.fields.uses }
    /// Whether the initializer has a ``Building`` parameter.
    var takesBuilding: Bool { requirements.contains { $0.kind == .building } }
    /// The reason why no requirement can name the key, or nil.
    var keyProblem: KeyProblem? { storage.fields.keyProblem }

    /// Changes the fields in new storage, so that copies of the binding are unaffected.
    mutating func change(_ body: (inout Fields) -> Void) {
        var fields = storage.fields
        body(&fields)
        storage = Storage(fields)
    }

    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - name: The name of a dynamic binding.
    ///   - implementation: The created type, for tools.
    ///   - requirements: The requirements of the factory's parameters, in their order.
    ///   - factory: The factory, which creates a `T` and provides it as a `K`.
    ///   - role: The purpose of the binding.
    ///   - options: The options of the binding.
    ///   - isGiven: Whether the instance exists already.
    ///   - value: The existing instance, for comparisons; nil if there is none.
    ///   - isConverted: Whether the factory converts the instance.
    ///   - file: The file of the declaration.
    ///   - line: The line of the declaration.
    @usableFromInline
    init<T: Sendable, K: Sendable>(
        _ key: K.Type,
        named name: String? = nil,
        implementation: any Any.Type,
        requirements: [Requirement],
        factory: Factory,
        role: Role,
        options: [BindingOption<T>],
        isGiven: Bool = false,
        value: (any Sendable)? = nil,
        isConverted: Bool = false,
        file: String,
        line: Int
    ) {
        let settings = BindingSettings(options)
        // Without a `Building`, an initializer cannot request dependencies. The cast of a type that does not conform searches
        // all conformances of the program, which takes tens of microseconds.
        let takesBuilding = requirements.contains { $0.kind == .building }
        let dependencies = takesBuilding ? (implementation as? any UsesDependencies.Type)?.dependencies : nil
        let uses = settings.uses + (dependencies?.uses ?? [])
        let isRequestable = name == nil && role != .scene && role != .afterCreation
        storage = Storage(
            Fields(
                key: BindingKey(of: key, name: name), implementation: implementation,
                requirements: requirements + uses.map(\.requirement),
                location: BindingLocation(file: file, line: line), role: role,
                isLazy: settings.isLazy, isTransient: settings.isTransient, isPrivate: settings.isPrivate,
                marks: settings.marks, overrideAdvice: settings.overrideAdvice,
                closingTimeLimit: settings.closingTimeLimit,
                buildingTimeLimit: settings.buildingTimeLimit,
                disposal: Disposal(settings, key, isGiven: isGiven, isConverted: isConverted),
                factory: factory, uses: uses, keyProblem: isRequestable ? KeyProblem(of: key) : nil,
                value: value))
    }
}

extension Binding: CustomStringConvertible {
    /// The implementation, followed by the key if its type differs.
    public var description: String {
        if role == .afterCreation { return "action after creation" }
        if let name = key.name { return name }
        let made = BindingKey(of: implementation)
        return made == key ? "\(key)" : "\(made) as \(key)"
    }
}
