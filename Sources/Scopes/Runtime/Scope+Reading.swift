extension Scope {
    /// Returns the instance of a key that this scope's blueprint provides.
    ///
    /// A lazy instance is created now if it does not exist. The owner needs no export.
    ///
    /// - Throws: ``InstanceUnavailable`` if the blueprint does not provide the key, or its binding is transient;
    ///   ``ScopeClosed`` if the scope is closing or has closed; the error of a lazy instance's initializer.
    nonisolated(nonsending) public func instance<K: Sendable>(of key: K.Type) async throws -> K {
        let bindingKey = BindingKey(key)
        guard let slot = plan.resolved.table.index[bindingKey], !plan.blueprint.bindings[slot].isTransient else {
            throw InstanceUnavailable(bindingKey, in: plan)
        }
        return try await core.instance(in: slot).value(as: key)
    }

    /// Returns the contributions of this scope's blueprint to a key, in the order of declaration.
    ///
    /// Contributions of ancestors are not included. The owners of the ancestors can read those.
    ///
    /// - Throws: ``ScopeClosed`` if the scope is closing or has closed.
    public func contributions<K: Sendable>(to key: K.Type) throws(ScopeClosed) -> [K] {
        guard core.isOpen else { throw ScopeClosed(scope: path) }
        var found: [K] = []
        for slot in plan.resolved.table.contributions[BindingKey(key)] ?? [] {
            found.append(try core.read(K.self, in: slot))
        }
        return found
    }

    /// Runs a body that reads instances of the scope without a lock.
    ///
    /// A concurrent closing of the scope waits for the end of the body. The body must therefore be short, and must not
    /// wait for the closing.
    ///
    /// ```swift
    /// let slot = scope.plan.slot(of: ItemFeed.self)!
    /// try scope.withInstances { instances in
    ///     for request in requests { instances[slot].handle(request) }
    /// }
    /// ```
    ///
    /// - Parameter body: A short closure that reads instances.
    /// - Returns: The result of the body.
    /// - Throws: ``ScopeClosed`` if the scope is closing or has closed; the error of the body.
    public func withInstances<Result>(_ body: (borrowing Instances) throws -> Result) throws -> Result {
        try core.beginReading()
        defer { core.endReading() }
        return try body(Instances(slots: core.slots, plan: core.plan))
    }
}

/// The position of an instance in the scopes of one plan.
///
/// See ``Plan/slot(of:)`` and ``Scope/withInstances(_:)``.
public struct Slot<Instance: Sendable>: Sendable {
    @usableFromInline let plan: Plan
    @usableFromInline let slot: Int
    @usableFromInline let isObject: Bool
}

extension Plan {
    /// Returns the position of the instance that the blueprint provides for a key.
    ///
    /// - Returns: The position, or nil if the blueprint does not provide the key, or its binding is lazy or transient.
    public func slot<T: Sendable>(of key: T.Type) -> Slot<T>? {
        guard let slot = resolved.table.index[BindingKey(key)], resolved.isEager[slot] else { return nil }
        return Slot(plan: self, slot: slot, isObject: AnyInstance.isObject(key))
    }
}

/// The instances that the body of ``Scope/withInstances(_:)`` reads.
public struct Instances: ~Copyable {
    @usableFromInline let slots: Slots
    @usableFromInline let plan: Plan

    init(slots: Slots, plan: Plan) {
        self.slots = slots
        self.plan = plan
    }

    /// The instance at a position.
    ///
    /// - Parameter slot: A position of the plan that the scope was opened from; a position of another plan is a programming
    ///   error.
    @inlinable
    public subscript<T: Sendable>(_ slot: Slot<T>) -> T {
        precondition(slot.plan === plan, "the slot belongs to another plan than the scope")
        return AnyInstance.value(in: slots[slot.slot], as: T.self, isObject: slot.isObject)
    }
}
