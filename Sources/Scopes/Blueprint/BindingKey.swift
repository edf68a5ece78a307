/// What a binding is asked for by: a type.
///
/// Two keys are equal when their types are the same type. A protocol is written `(any P).self`; a type
/// and its optional are different keys. Tools and tests may use names in the place of types: see ``init(named:)``.
public struct BindingKey: Hashable, Sendable {
    /// The type that an initialiser names to ask for the binding.
    public let type: any Any.Type

    /// The name, of a key that was made by one.
    public var name: String? { rest?.name }

    /// How far beneath its decorators the binding lies: 0 for what is asked for.
    var layer: Int { rest?.layer ?? 0 }

    /// What few keys have; apart, since admission goes through a great many keys.
    private let rest: Rest?

    private final class Rest: Sendable {
        let name: String?
        let layer: Int

        init(name: String?, layer: Int) {
            self.name = name
            self.layer = layer
        }
    }

    /// Makes the key for a type.
    ///
    /// - Parameter type: The type that initialisers name, for example `(any ItemStore).self`.
    public init<T>(_ type: T.Type) {
        self.init(of: type)
    }

    /// Makes a key for a binding that has a name instead of a type.
    ///
    /// For tools and tests that make graphs without a type for each binding; see
    /// ``Binding/init(named:needs:role:options:file:line:_:)``.
    public init(named name: String) {
        self.init(of: (any Sendable).self, name: name)
    }

    init(of type: any Any.Type, name: String? = nil, layer: Int = 0) {
        self.type = type
        rest = name == nil && layer == 0 ? nil : Rest(name: name, layer: layer)
    }

    /// The key of what lies beneath a decorator.
    func beneath(_ layer: Int) -> BindingKey {
        BindingKey(of: type, name: name, layer: layer)
    }

    /// Whether two keys name the same type.
    public static func == (left: BindingKey, right: BindingKey) -> Bool {
        guard ObjectIdentifier(left.type) == ObjectIdentifier(right.type) else { return false }
        if left.rest === right.rest { return true }
        return left.layer == right.layer && left.name == right.name
    }

    /// Feeds the type's identity into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        guard let rest else { return }
        hasher.combine(rest.layer)
        hasher.combine(rest.name)
    }
}

extension BindingKey: CustomStringConvertible {
    /// The type's name without its module, for example `ItemStore`, or the key's name.
    public var description: String {
        let shown = name ?? _typeName(type, qualified: false)
        return layer == 0 ? shown : "\(shown) beneath its decorators"
    }
}
