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
        let disposal: Disposal
        var factory: Factory
        let uses: [DependencyTypes.Use]
        let keyProblem: KeyProblem?
        let value: (any Sendable)?
    }

    /// The fields, in an object, so that copies of a binding are cheap.
    private final class Contents: Sendable {
        let fields: Fields

        init(_ fields: Fields) { self.fields = fields }
    }

    private var storage: Contents

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
        storage = Contents(fields)
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
        let uses = dependencies?.uses ?? []
        let isRequestable = name == nil && role != .scene && role != .afterCreation
        storage = Contents(
            Fields(
                key: BindingKey(of: key, name: name), implementation: implementation,
                requirements: requirements + uses.map(\.requirement),
                location: BindingLocation(file: file, line: line), role: role,
                isLazy: settings.isLazy, isTransient: settings.isTransient, isPrivate: settings.isPrivate,
                marks: settings.marks, overrideAdvice: settings.overrideAdvice,
                disposal: Disposal(settings, isGiven: isGiven, isConverted: isConverted),
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

/// A label on bindings, used to split a blueprint into two.
///
/// A module that builds on this one declares marks as static members, and methods that set them:
///
/// ```swift
/// extension BindingMark {
///     /// Marks bindings whose instances outlive a change of the configuration.
///     public static let durable = BindingMark("durable")
/// }
/// ```
///
/// See ``Blueprint/split(by:inner:)``.
public struct BindingMark: Hashable, Sendable, CustomStringConvertible {
    /// The name of the mark.
    ///
    /// Marks with equal names are equal.
    public let name: String

    /// The advice of a diagnostic when a binding lacks the mark and is exported; nil for general advice.
    let advice: String?

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - name: The name, which identifies the mark.
    ///   - advice: Instructions for setting the mark, as the remedy of a diagnostic about an export of a binding without it.
    ///     Default: nil, a general text.
    public init(_ name: String, advice: String? = nil) {
        self.name = name
        self.advice = advice
    }

    /// Returns a Boolean value that indicates whether two marks have the same name.
    public static func == (left: BindingMark, right: BindingMark) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }

    /// The name of the mark.
    public var description: String {
        name
    }
}

// Methods in other modules declare bindings with these initializers. Each initializer has a synchronous and an
// asynchronous form, because references to the two kinds of initializers have different types. The error is a generic
// parameter: otherwise, Swift 6.3 can't pass an initializer with a typed `throws` through a parameter pack.

extension Binding {
    /// Creates a binding from a synchronous initializer, with a conversion of the instance to the key.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type. It is called once for each instance.
    @inlinable
    public init<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        role: Role = .provision,
        options: [BindingOption<T>] = [],
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        self.init(
            K.self, implementation: T.self, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make, as: convert), role: role, options: options, isConverted: true, file: file,
            line: line)
    }

    /// Creates a binding from an asynchronous initializer, with a conversion of the instance to the key.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type. It is called once for each instance.
    @inlinable
    public init<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        role: Role = .provision,
        options: [BindingOption<T>] = [],
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        self.init(
            K.self, implementation: T.self, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make, as: convert), role: role, options: options, isConverted: true, file: file,
            line: line)
    }

    /// Creates a binding from a synchronous initializer that returns the key's type.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - implementation: The created type, for tools.
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public init<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        of implementation: any Any.Type,
        _ make: @escaping @Sendable (repeat each D) throws(F) -> K,
        role: Role = .provision,
        options: [BindingOption<K>] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            key, implementation: implementation, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make), role: role, options: options, file: file, line: line)
    }

    /// Creates a binding from an asynchronous initializer that returns the key's type.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - implementation: The created type, for tools.
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public init<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        of implementation: any Any.Type,
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> K,
        role: Role = .provision,
        options: [BindingOption<K>] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            key, implementation: implementation, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make), role: role, options: options, file: file, line: line)
    }

    /// Creates a binding for an existing instance.
    ///
    /// The scope closes the instance only with the option ``BindingOption/onClose(_:)``.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - value: The instance, which the caller owns.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public init<K: Sendable>(
        _ key: K.Type,
        value: K,
        role: Role = .provision,
        options: [BindingOption<K>] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            key, implementation: type(of: value as Any), requirements: [], factory: .providing(value), role: role,
            options: options, isGiven: true, value: value, file: file, line: line)
    }
}

/// The reason why no requirement can name the key of a binding.
enum KeyProblem: Sendable {
    case optional
    case void
    case parameter

    /// Determines the problem of a key; nil if requirements can name the key.
    init?<K>(of key: K.Type) {
        if let parameter = parameterType(key) {
            self = parameter.requirement.isOptional ? .optional : .parameter
        } else if key == Void.self {
            self = .void
        } else {
            return nil
        }
    }

    var reason: String {
        switch self {
        case .optional: "the initializer is failable, or the conversion returns an optional"
        case .void: "the initializer returns nothing"
        case .parameter: "as a parameter, that type has a special meaning"
        }
    }

    var remedy: String {
        switch self {
        case .optional: "bind a closure that returns an instance, or throws an error"
        case .void: "bind an initializer that returns an instance; for an action at opening, use `afterCreation`"
        case .parameter: "provide or contribute the type that it wraps"
        }
    }
}

extension Binding {
    /// Returns a Boolean value that indicates whether another binding has the same declaration and the same value.
    ///
    /// The declaration consists of the key, the implementation, the requirements and the options. Values of bindings with
    /// an existing instance are equal only if they are `Equatable` and equal. Initializers and closures cannot be compared:
    /// a value that a closure captures is not part of the comparison. Source locations are ignored.
    ///
    /// - Parameter other: The other binding.
    /// - Returns: Whether the bindings are equivalent.
    public func isEquivalent(to other: Binding) -> Bool {
        hasDeclaration(of: other) && hasValue(of: other)
    }

    /// Whether both bindings have the same declaration.
    private func hasDeclaration(of other: Binding) -> Bool {
        key == other.key && implementation == other.implementation && requirements == other.requirements
            && role == other.role && isLazy == other.isLazy && isTransient == other.isTransient
            && isPrivate == other.isPrivate && isAsynchronous == other.isAsynchronous && marks == other.marks
    }

    /// Whether neither binding has an existing instance, or both have equal ones.
    private func hasValue(of other: Binding) -> Bool {
        switch (value, other.value) {
        case (nil, nil): true
        case (let value?, let other?): (value as? any Equatable)?.isEqual(to: other) ?? false
        default: false
        }
    }
}

extension Equatable {
    /// Whether a value has the same type and is equal.
    fileprivate func isEqual(to other: any Sendable) -> Bool { (other as? Self) == self }
}
