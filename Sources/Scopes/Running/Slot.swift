/// The place of an instance in every scope that is opened from one plan, for an owner that reads it again and again.
///
/// See ``Plan/slot(of:)`` and ``Scope/withInstances(_:)``.
public struct Slot<Instance: Sendable>: Sendable {
    @usableFromInline let plan: Plan
    @usableFromInline let offset: Int
}

extension Plan {
    /// The place of the instance that is exported under a key.
    ///
    /// - Returns: The place, or nil when the blueprint does not export the key, or its binding is lazy: that one is read by
    ///   ``Scope/exported(_:)``, which makes it.
    public func slot<T: Sendable>(of key: T.Type) -> Slot<T>? {
        guard let export = exports.first(where: { $0.key == BindingKey(key) }),
            compiled.lazySteps[export.slot] == nil
        else { return nil }
        return Slot(plan: self, offset: compiled.slots.offset(of: export.slot))
    }
}

/// The right to read a scope's instances, for the time of a ``Scope/withInstances(_:)``.
public struct Instances: ~Copyable {
    @usableFromInline let region: UnsafeMutableRawPointer
    @usableFromInline let plan: Unmanaged<Plan>

    init(_ core: ScopeCore) {
        region = core.region
        plan = .passUnretained(core.plan)
    }

    /// The instance in a slot.
    ///
    /// - Parameter slot: A slot of the plan that the scope was opened from; one of another plan is a programming error.
    @inlinable
    public subscript<T: Sendable>(_ slot: Slot<T>) -> T {
        precondition(
            Unmanaged.passUnretained(slot.plan).toOpaque() == plan.toOpaque(),
            "the slot belongs to another plan than the one that the scope was opened from")
        return region.advanced(by: slot.offset).assumingMemoryBound(to: T.self).pointee
    }
}
