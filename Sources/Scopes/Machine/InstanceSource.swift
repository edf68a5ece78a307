/// The place from which a factory reads the arguments of its initializer.
@usableFromInline
struct InstanceSource: Sendable {
    /// The instances of the scope, of the scopes around it, and of those from which it imports.
    @usableFromInline let slots: Slots

    /// The scope that declares the binding.
    let context: any ScopeContext

    /// The number of scopes from the scope that creates the instance outwards to the one that declares the binding.
    ///
    /// They differ for a transient instance.
    private var depth = 0

    /// Receives the transient instances that are created as arguments.
    private let transients: TransientInstances?

    /// The construction site, for an initializer that takes the proof that a scope creates the object.
    private(set) var site: (any AnyObject & Sendable)?

    init(slots: Slots, context: any ScopeContext, transients: TransientInstances? = nil) {
        self.slots = slots
        self.context = context
        self.transients = transients
    }

    private init(_ inner: InstanceSource, outward: Int) {
        var slots = inner.slots
        for _ in 0..<outward { slots = slots.outer.unsafelyUnwrapped }
        let context = inner.context.scope(at: Address(slot: 0, outward: outward))
        self.init(slots: slots, context: context, transients: inner.transients)
        depth = inner.depth + outward
    }

    /// Returns the source for an initializer at a construction site.
    func at(_ site: any AnyObject & Sendable) -> InstanceSource {
        var source = self
        source.site = site
        return source
    }

    /// Creates an instance of a transient binding, which takes its own arguments from the scope that declares it.
    func makeTransient(_ make: SynchronousFactory, _ address: Address) throws -> AnyInstance {
        let instance = try make(InstanceSource(self, outward: address.outward))
        transients?.append(instance, Address(slot: address.slot, outward: depth + address.outward))
        return instance
    }

    /// Returns the instance at an address, which must exist.
    func instance(at address: Address) -> AnyInstance {
        AnyInstance(object: object(at: address))
    }

    /// Returns the object in the slot at an address, which must be filled.
    @inlinable
    @inline(__always)
    func object(at address: Address) -> AnyObject {
        if address.imported == nil {
            if address.outward == 0 { return slots[address.slot] }
            // Safe without a check: the address leads to an ancestor, which is open.
            if address.outward == 1 { return slots.outer.unsafelyUnwrapped[address.slot] }
        }
        return distantObject(at: address)
    }

    @usableFromInline
    func distantObject(at address: Address) -> AnyObject {
        var slots = slots
        for _ in 0..<address.outward {
            guard let outer = slots.outer else { preconditionFailure("an address leads to an ancestor, which is open") }
            slots = outer
        }
        if let imported = address.imported { slots = slots.imported[imported] }
        return slots[address.slot]
    }
}

/// The transient instances that were created as arguments of one initializer, directly or as arguments of another transient
/// instance.
final class TransientInstances: Sendable {
    /// A transient instance, and the address of its binding as seen from the scope of the initializer.
    typealias Element = (instance: AnyInstance, address: Address)

    private let elements = Lock<[Element]>([])

    fileprivate func append(_ instance: AnyInstance, _ address: Address) {
        elements.withLock { $0.append((instance, address)) }
    }

    /// Removes the instances, and returns them in the order of creation.
    func removeAll() -> [Element] {
        elements.withLock { elements in
            defer { elements = [] }
            return elements
        }
    }
}
