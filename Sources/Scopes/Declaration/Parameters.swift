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
    var isAbove = false

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
protocol Parameter {
    /// The requirement that a parameter of this type states.
    static var requirement: Requirement { get }

    /// Returns the input for a resolved requirement.
    ///
    /// The result is an `Input<Self>`.
    static func input(for resolution: Resolution) -> Any
}

/// Returns a type as a parameter with a special meaning; nil for any other type.
///
/// The cast of a type that does not conform searches all conformances of the program, which takes tens of microseconds in
/// a daemon with a statically linked standard library. Only optionals and types of this module conform, so that their
/// declarations are compared first.
func parameterType<D>(_ type: D.Type) -> (any Parameter.Type)? {
    guard let declaration = TypeMetadata(of: type).declaration, parameterDeclarations.contains(declaration) else {
        return nil
    }
    return type as? any Parameter.Type
}

/// The declarations of all types that conform to ``Parameter``.
private let parameterDeclarations: [UInt] = [
    Void?.self, Building.self, All<Void>.self, Live<Void>.self, Lazy<Void>.self,
]
.compactMap { TypeMetadata(of: $0).declaration }

/// The first words of the metadata of a type.
///
/// They answer questions about a type that casts and type names answer thousands of times slower. Source:
/// docs/ABI/TypeMetadata.rst and include/swift/ABI/MetadataKind.def of the Swift repository.
struct TypeMetadata {
    private let words: UnsafePointer<UInt>

    /// Finds the metadata of a type.
    init(of type: any Any.Type) {
        // A metatype is the address of the type's metadata. Safe: the metadata is constant, and never freed.
        words = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }

    /// Whether the type is a protocol type, such as `any P` or `any P<Int>`.
    var isExistential: Bool { words[0] == 0x303 || words[0] == 0x307 }

    /// The identity of the declaration of a structure or an enumeration, which is the same for all arguments of a generic
    /// type; nil for any other type.
    var declaration: UInt? { (0x200...0x202).contains(words[0]) ? words[1] : nil }
}

/// `T?` as a parameter: the instance, or nil when the key is not bound. A bound key whose instance can't be created is an error.
///
/// The extension is unconditional, because a conformance can't depend on `Wrapped: Sendable`.
extension Optional: Parameter {
    static var requirement: Requirement {
        let wrapped = Requirement(of: Wrapped.self)
        return Requirement(key: wrapped.key, kind: wrapped.kind, isOptional: true)
    }

    static func input(for resolution: Resolution) -> Any {
        if case .absent = resolution { return Input<Wrapped?> { _ in nil } }
        let wrapped: Input<Wrapped>
        if let parameter = parameterType(Wrapped.self) {
            // The protocol promises an `Input<Self>`, and `Self` is `Wrapped`.
            wrapped = parameter.input(for: resolution) as! Input<Wrapped>
        } else {
            wrapped = .instance(resolution)
        }
        return Input<Wrapped?> { source in wrapped.read(source) }
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

    static func input(for resolution: Resolution) -> Any {
        Input<All>.all(resolution)
    }
}

extension Input {
    /// Returns the input for resolved contributions.
    static func all<Element: Sendable>(_ resolution: Resolution) -> Input where Value == All<Element> {
        guard case .all(let addresses) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which is not a list")
        }
        let isObject = AnyInstance.isObject(Element.self)
        return Input { source in
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
