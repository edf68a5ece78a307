/// One parameter of a binding's initialiser: what is asked for, and in which way.
public struct Need: Hashable, Sendable {
    /// In which way a parameter asks.
    public enum Kind: Hashable, Sendable {
        /// `T`: the instance itself.
        case instance
        /// `All<T>`: everything that was contributed to the key.
        case all
        /// `Live<T>`: a cell that holds the instance as long as its scope is open.
        case live
        /// `Lazy<T>`: a cell that makes the instance at its first use.
        case lazy
        /// `Building`: the proof that a scope is making the object.
        case building
    }

    /// What is asked for.
    ///
    /// For `All<T>`, `Live<T>` and `Lazy<T>`, the key of `T`.
    public internal(set) var key: BindingKey

    /// In which way it is asked for.
    public let kind: Kind

    /// Whether the parameter is an optional, so that nothing needs to be bound.
    public let isOptional: Bool

    /// Whether it is looked for above the scope, and not in it: what a decorator of something of another scope wraps.
    var isAbove = false

    /// Reads the need from the type of a parameter.
    public init<D>(of parameter: D.Type) {
        if let shape = D.self as? any Parameter.Type {
            self = shape.need
        } else {
            self.init(key: BindingKey(D.self), kind: .instance, isOptional: false)
        }
    }

    /// A need for a binding that has a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - kind: In which way it is asked for; ``Kind/building`` has no name.
    ///   - isOptional: Whether nothing needs to be bound.
    public init(named name: String, kind: Kind = .instance, isOptional: Bool = false) {
        self.init(key: BindingKey(named: name), kind: kind, isOptional: isOptional)
    }

    init(key: BindingKey, kind: Kind, isOptional: Bool) {
        self.key = key
        self.kind = kind
        self.isOptional = isOptional
    }

    /// Whether what is asked for has a name.
    var isNamed: Bool {
        key.hasName && kind != .building
    }

    /// Whether the parameter is the instance itself.
    var isPlain: Bool {
        kind == .instance && !isOptional
    }

    /// Whether what is asked for is itself a way to ask, and not an instance, so that nothing can be bound as it.
    var asksForParameters: Bool {
        !key.hasName && key.type is any Parameter.Type
    }

    /// Whether what is needed must be made before what needs it.
    var isOrdering: Bool {
        kind == .instance || kind == .all
    }
}

extension Need: CustomStringConvertible {
    /// The parameter's type, as it is written in the initialiser.
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
