/// A type that means more, as the parameter of an initialiser, than "the instance of this type".
protocol Parameter {
    /// What a parameter of this type asks for.
    static var need: Need { get }

    /// Makes the reader for a need that was resolved. The result is a `Reader<Self>`.
    static func reader(for resolution: Resolution) -> Any
}

/// Reads one parameter out of the slots, while a scope is being built.
struct Reader<Value>: Sendable {
    let read: @Sendable (ScopeCore) throws -> Value

    init(_ read: @escaping @Sendable (ScopeCore) throws -> Value) {
        self.read = read
    }
}

extension Reader {
    /// The reader of a parameter that is the instance itself.
    static func instance(_ resolution: Resolution) -> Reader {
        guard case .slot(let address) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which holds no instance")
        }
        return Reader { core in core.frame(address.frame).load(Value.self, at: address.slot) }
    }
}

/// Where a need of a binding is met, as seen from the scope that is being built.
enum Resolution: Sendable {
    /// In a slot.
    case slot(Address)
    /// Nowhere, which is fine.
    case absent
    /// In any number of slots, in order.
    case all([Address])
    /// In the cell of a slot.
    case cell(Address)
    /// In the cell that a parent keeps for what a named child of its exports.
    case exchange(frame: Int, child: String)
    /// In the scope that is being built itself.
    case scope
}

/// A slot in one of the scopes that a scope can see.
struct Address: Hashable, Sendable {
    /// Which scope: 0 is the one that is being built, others are its plan's routes, counted from 1.
    let frame: Int
    /// Which of its slots.
    let slot: Int
}
