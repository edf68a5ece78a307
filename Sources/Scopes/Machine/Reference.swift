/// The position of an instance, as seen from a scope.
@usableFromInline
struct Address: Hashable, Sendable {
    /// The number of scopes from the scope outwards.
    @usableFromInline let outward: Int
    /// The index among the imports of that scope, if the instance belongs to one of these; otherwise nil.
    @usableFromInline let imported: Int?
    /// The slot: the index of the binding in the blueprint of its scope.
    @usableFromInline let slot: Int

    init(slot: Int, outward: Int = 0, imported: Int? = nil) {
        self.slot = slot
        self.outward = outward
        self.imported = imported
    }

    /// Whether the instance belongs to the scope itself.
    var isOwn: Bool { outward == 0 && imported == nil }

    /// Returns the address as seen from a scope further inside.
    func seen(from depth: Int) -> Address {
        depth == 0 ? self : Address(slot: slot, outward: outward + depth, imported: imported)
    }
}

/// The provider of a requirement, as seen from the scope that declares the binding.
enum Reference: Hashable, Sendable {
    /// The instance at an address.
    case instance(Address)
    /// A new instance of the transient binding at an address.
    case transient(Address)
    /// The instances at any number of addresses, in order.
    case all([Address])
    /// The instance at an address, which exists while its scope is open.
    case live(Address)
    /// The instance at an address, which is created at its first use.
    case lazy(Address)
    /// No instance, for an optional.
    case absent
    /// The creation of the object itself.
    case building

    /// The addresses of the instances that are arguments.
    var instances: [Address] {
        switch self {
        case .instance(let address), .transient(let address): [address]
        case .all(let addresses): addresses
        case .live, .lazy, .absent, .building: []
        }
    }
}
