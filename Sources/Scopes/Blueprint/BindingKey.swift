/// What a binding is asked for by: a type.
///
/// Two keys are equal when their types are the same type. A protocol is written `(any P).self`; a type
/// and its optional are different keys.
public struct BindingKey: Hashable, Sendable {
    /// The type that an initialiser names to ask for the binding.
    public let type: any Any.Type

    /// Makes the key for a type.
    ///
    /// - Parameter type: The type that initialisers name, for example `(any ItemStore).self`.
    public init<T>(_ type: T.Type) {
        self.type = type
    }

    init(of type: any Any.Type) {
        self.type = type
    }

    /// Whether two keys name the same type.
    public static func == (left: BindingKey, right: BindingKey) -> Bool {
        ObjectIdentifier(left.type) == ObjectIdentifier(right.type)
    }

    /// Feeds the type's identity into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
    }
}

extension BindingKey: CustomStringConvertible {
    /// The type's name without its module, for example `ItemStore`.
    public var description: String {
        _typeName(type, qualified: false)
    }
}
