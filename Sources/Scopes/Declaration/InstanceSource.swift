/// The scope from which a factory reads the arguments of its initializer.
@usableFromInline
struct InstanceSource: Sendable {
    /// The instances of the scope, and of the scopes that are visible to it.
    @usableFromInline let slots: Slots

    /// The scope that creates the instance.
    let context: any ScopeContext

    /// The construction site, for an initializer with a ``Building`` parameter.
    private(set) var site: ConstructionSite?

    init(slots: Slots, context: any ScopeContext) {
        self.slots = slots
        self.context = context
    }

    /// Returns the source for an initializer at a construction site.
    func at(_ site: ConstructionSite) -> InstanceSource {
        var source = self
        source.site = site
        return source
    }

    /// Returns the instance at an address, which must exist.
    @inlinable
    @inline(__always)
    func instance(at address: Address) -> AnyInstance {
        AnyInstance(object: object(at: address))
    }

    /// Returns the object in the slot at an address, which must be filled.
    @inlinable
    @inline(__always)
    func object(at address: Address) -> AnyObject {
        switch address.scope {
        case 0: slots[address.slot]
        case 1: slots.outer.unsafelyUnwrapped[address.slot]
        default: distantObject(at: address)
        }
    }

    @usableFromInline
    func distantObject(at address: Address) -> AnyObject {
        if address.scope < 0 { return slots.imported[-address.scope - 1][address.slot] }
        var slots = slots
        for _ in 0..<address.scope {
            guard let outer = slots.outer else { preconditionFailure("an address leads to an ancestor, which is open") }
            slots = outer
        }
        return slots[address.slot]
    }
}

/// The operations of a scope for parameters that are not plain instances.
protocol ScopeContext: AnyObject, Sendable {
    /// The names of the scopes from the root to this one, joined by slashes.
    var path: String { get }

    /// Returns a scope that is visible to this one, by the number in an ``Address``.
    func owner(_ scope: Int) -> any ScopeContext

    /// Returns the cell of a slot of this scope.
    func cell(of slot: Int) -> Cell

    /// Returns the cell that this scope keeps for the export of a child.
    func exportCell(of child: String, for key: BindingKey) -> Cell

    /// Returns the instance in a slot of this scope, and creates the instance if it does not exist.
    nonisolated(nonsending) func instance(in slot: Int) async throws -> AnyInstance
}

/// The position of an instance, as seen from a scope.
@usableFromInline
struct Address: Hashable, Sendable {
    /// The scope: 0 for the scope itself, n for its nth ancestor, -n for its nth import.
    @usableFromInline let scope: Int
    /// The slot of that scope.
    @usableFromInline let slot: Int

    init(scope: Int, slot: Int) {
        self.scope = scope
        self.slot = slot
    }
}

/// The result of resolving a requirement, as seen from the scope that creates the instance.
enum Resolution: Sendable {
    /// The instance in a slot.
    case slot(Address)
    /// No instance, for an optional.
    case absent
    /// The instances in any number of slots, in order.
    case all([Address])
    /// A reference to a slot: to its cell for ``Live``, or to its lazy instance for ``Lazy``.
    case reference(Address)
    /// The cell that a scope keeps for the export of a child.
    case export(keeper: Int, child: String, key: BindingKey)
    /// The scope itself.
    case scope
}
