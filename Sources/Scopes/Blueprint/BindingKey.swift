/// What a binding is asked for by: a type.
///
/// Two keys are equal when their types are the same type. A protocol is written `(any P).self`; a type
/// and its optional are different keys. Tools and tests may use names in the place of types: see ``init(named:)``.
public struct BindingKey: Hashable, Sendable {
    /// The type that an initialiser names to ask for the binding.
    public let type: any Any.Type

    /// The name, of a key that was made by one.
    public var name: String? { nameNumber == 0 ? nil : NameTable.name(of: nameNumber) }

    /// Whether it has a name.
    var hasName: Bool { nameNumber != 0 }

    /// How far beneath its decorators the binding lies: 0 for what is asked for.
    var layer: Int { Int(shortLayer) }

    // A key holds no reference: admission goes through a great many keys, and counting references to names would cost
    // it more time than all the rest.

    /// The number of the name in the table of names; 0 for a key without.
    private let nameNumber: Int32
    private let shortLayer: Int32

    /// Makes the key for a type.
    ///
    /// - Parameter type: The type that initialisers name, for example `(any ItemStore).self`.
    public init<T>(_ type: T.Type) {
        self.init(of: type)
    }

    /// Makes a key for a binding that has a name instead of a type.
    ///
    /// Each name that is used so stays in memory as long as the process lives, once for all keys with it.
    /// For tools and tests that make graphs without a type for each binding, by the initialisers of ``Binding`` that take
    /// a name.
    public init(named name: String) {
        self.init(of: (any Sendable).self, name: name)
    }

    init(of type: any Any.Type, name: String? = nil, layer: Int = 0) {
        self.type = type
        nameNumber = name.map(NameTable.number) ?? 0
        shortLayer = Int32(layer)
    }

    private init(of type: any Any.Type, nameNumber: Int32, layer: Int) {
        self.type = type
        self.nameNumber = nameNumber
        shortLayer = Int32(layer)
    }

    /// The key of what lies beneath a decorator.
    func beneath(_ layer: Int) -> BindingKey {
        BindingKey(of: type, nameNumber: nameNumber, layer: layer)
    }

    /// Whether two keys name the same type.
    public static func == (left: BindingKey, right: BindingKey) -> Bool {
        left.identity == right.identity
    }

    /// What tells the key from others.
    var identity: Identity {
        Identity(type: ObjectIdentifier(type), nameNumber: nameNumber, layer: shortLayer)
    }

    /// What tells keys from each other, as plain bits.
    struct Identity: Equatable, Sendable {
        let type: ObjectIdentifier
        let nameNumber: Int32
        let layer: Int32

        /// A number whose upper half differs for different keys, most of the time.
        ///
        /// It is what a table of a blueprint's own keys needs, at a fraction of the cost of a hash that withstands keys
        /// which were chosen to collide.
        var mixedBits: UInt64 {
            let type = UInt64(UInt(bitPattern: type))
            let rest = UInt64(UInt32(bitPattern: nameNumber)) << 8 ^ UInt64(UInt32(bitPattern: layer))
            // The odd number next to 2^64 divided by the golden ratio, which spreads what is close together.
            return (type >> 3 ^ rest &* 0x9E37_79B9_7F4A_7C15) &* 0x9E37_79B9_7F4A_7C15
        }
    }

    /// Feeds the type's identity into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        guard nameNumber != 0 || shortLayer != 0 else { return }
        hasher.combine(nameNumber)
        hasher.combine(shortLayer)
    }
}

extension BindingKey: CustomStringConvertible {
    /// The type's name without its module, for example `ItemStore`, or the key's name.
    public var description: String {
        let shown = name ?? _typeName(type, qualified: false)
        return layer == 0 ? shown : "\(shown) beneath its decorators"
    }
}
