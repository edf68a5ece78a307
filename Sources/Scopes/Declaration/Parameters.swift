/// A parameter of a binding's initializer: the requested key, and the form of the request.
public struct Requirement: Hashable, Sendable {
    /// The way in which a parameter requests its key.
    public enum Kind: Hashable, Sendable {
        /// `T`: the instance.
        case instance
        /// `All<T>`: all contributions to the key.
        case all
        /// `Live<T>`: a reference to the current instance while its scope is open.
        case live
        /// `Lazy<T>`: a reference that creates the instance at its first use.
        case lazy
        /// `Building`: the proof that a scope creates the object.
        case building
    }

    /// The key that is requested.
    ///
    /// For `All<T>`, `Live<T>` and `Lazy<T>`, the key of `T`.
    public internal(set) var key: BindingKey

    /// The way in which the key is requested.
    public let kind: Kind

    /// A Boolean value that indicates whether the parameter is an optional, so that the key may be unbound.
    public let isOptional: Bool

    /// Whether the lookup skips the requesting scope, because a decorator wraps a binding of another scope.
    var skipsOwnScope = false

    /// Creates the requirement of a parameter from its type.
    public init<D>(of parameter: D.Type) {
        if let parameter = parameterType(D.self) {
            self = parameter.requirement
        } else {
            self.init(key: BindingKey(D.self), kind: .instance, isOptional: false)
        }
    }

    /// Creates the requirement of a parameter from its dynamic type.
    init(ofType type: any Any.Type) {
        func open<D>(_ type: D.Type) -> Requirement { Requirement(of: type) }
        self = open(type)
    }

    init(key: BindingKey, kind: Kind, isOptional: Bool) {
        self.key = key
        self.kind = kind
        self.isOptional = isOptional
    }

    /// Creates the requirements of a list of parameters.
    @usableFromInline
    static func list<each D>(_ parameters: repeat (each D).Type) -> [Requirement] {
        var requirements: [Requirement] = []
        repeat requirements.append(Requirement(of: each parameters))
        return requirements
    }

    /// Whether the parameter is the instance itself.
    var isPlain: Bool {
        kind == .instance && !isOptional
    }

    /// Whether the requested type itself states a request, such as `Live<T>`, so that no binding can have it as its
    /// key.
    var requestsParameter: Bool {
        key.name == nil && parameterType(key.type) != nil
    }
}

extension Requirement: CustomStringConvertible {
    /// The type of the parameter, as the initializer declares it.
    public var description: String {
        let name =
            switch kind {
            case .instance: "\(key)"
            case .all: "All<\(key)>"
            case .live: "Live<\(key)>"
            case .lazy: "Lazy<\(key)>"
            case .building: "Building"
            }
        return isOptional ? name + "?" : name
    }
}

/// A type that has a special meaning as the parameter of an initializer.
protocol Parameter: AssembledArgument {
    /// The requirement that a parameter of this type states.
    static var requirement: Requirement { get }
}

/// Returns a type as a parameter with a special meaning; nil for any other type.
func parameterType<D>(_ type: D.Type) -> (any Parameter.Type)? {
    type as? any Parameter.Type
}

/// `T?` as a parameter: the instance, or nil when the key is not bound. A bound key whose instance can't be created is an error.
///
/// The extension is unconditional, because a conformance can't depend on `Wrapped: Sendable`.
extension Optional: Parameter {
    static var requirement: Requirement {
        let wrapped = Requirement(of: Wrapped.self)
        return Requirement(key: wrapped.key, kind: wrapped.kind, isOptional: true)
    }

    static func argument(for reference: Reference, _ linker: Linker) -> Any {
        if case .absent = reference { return Argument<Wrapped?> { _ in nil } }
        let wrapped = linker.argument(Wrapped.self, for: reference)
        return Argument<Wrapped?> { source in try wrapped.read(source) }
    }
}

/// All contributions to a type, as the parameter of an initializer.
///
/// The order is defined: contributions of the outermost scope first, then inwards; within a scope, in the order of
/// declaration. The collection is empty when there are none. Its elements are instances: `All<Lazy<T>>` and `All<T?>` are
/// rejected.
///
/// ```swift
/// struct HealthReport: Sendable {
///     let names: [String]
///
///     init(checks: All<any HealthCheck>) { names = checks.map(\.name) }
/// }
/// ```
public struct All<Element: Sendable>: Sendable {
    /// The contributions, in order.
    public let elements: [Element]

    /// Creates a collection from instances, for example in a test.
    public init(_ elements: [Element]) {
        self.elements = elements
    }
}

extension All: RandomAccessCollection {
    /// The position of the first contribution.
    public var startIndex: Int { elements.startIndex }

    /// The position after the last contribution.
    public var endIndex: Int { elements.endIndex }

    /// The contribution at a position, which must be valid.
    public subscript(position: Int) -> Element { elements[position] }
}

extension All: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Element.self), kind: .all, isOptional: false)
    }

    static func argument(for reference: Reference, _ linker: Linker) -> Any {
        guard case .all(let addresses) = reference else {
            preconditionFailure("\(Self.self) refers to \(reference), which is not a list")
        }
        let isObject = AnyInstance.isObject(Element.self)
        return Argument { source in
            All(addresses.map { source.instance(at: $0).value(as: Element.self, isObject: isObject) })
        }
    }
}

/// One of several instances of the same type, distinguished by a tag.
///
/// A tag is a type without instances. The tagged type is a key like any other:
///
/// ```swift
/// enum Images {}
///
/// struct Gallery: Sendable {
///     let transfer: TransferService
///
///     init(transfer: Tagged<Images, TransferService>) { self.transfer = transfer.value }
/// }
///
/// blueprint.provide(TransferService.init(configuration:)) { Tagged<Images, TransferService>($0) }
/// blueprint.provide(Gallery.init(transfer:))
/// ```
public struct Tagged<Tag, Value: Sendable>: Sendable {
    /// The instance.
    public let value: Value

    /// Adds the tag to an instance.
    public init(_ value: Value) {
        self.value = value
    }
}
