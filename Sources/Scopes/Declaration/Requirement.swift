/// A parameter of a binding's initializer: the requested key, and the form of the request.
public struct Requirement: Hashable, Sendable {
    /// The way in which a parameter requests its key.
    public enum Kind: Hashable, Sendable {
        /// `T`: the instance.
        case instance
        /// `All<T>`: all contributions to the key.
        case all
        /// `Live<T>`: a reference to the instance while its scope is open.
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
