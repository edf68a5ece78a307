/// Reads one parameter of an initialiser out of the slots, while a scope is being built.
@usableFromInline
struct Input<Value>: Sendable {
    /// Where the region of the scope that has the instance is noted, in bytes from this scope's own region; 0 for
    /// that itself.
    @usableFromInline let frame: Int
    /// Where the instance is, in bytes from the start of that region.
    @usableFromInline let offset: Int
    /// How the parameter is put together when it is not the instance itself.
    @usableFromInline let assemble: (@Sendable (ScopeCore) -> Value)?

    /// A parameter that is the instance itself.
    init(_ address: Address) {
        frame = address.frame
        offset = address.offset
        assemble = nil
    }

    /// A parameter that is put together.
    init(_ assemble: @escaping @Sendable (ScopeCore) -> Value) {
        frame = 0
        offset = 0
        self.assemble = assemble
    }

    /// The parameter.
    ///
    /// What it reads must be built, which the order of the steps sees to, and stay so, which the entry of the scope
    /// that is being built among the dependents of the others sees to.
    @inlinable
    func read(_ core: ScopeCore) -> Value {
        if let assemble { return assemble(core) }
        let region =
            frame == 0 ? core.region : core.region.load(fromByteOffset: frame, as: UnsafeMutableRawPointer.self)
        return region.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
    }
}

extension Input {
    /// The input for a need that was resolved, of a parameter that is the instance itself.
    static func instance(_ resolution: Resolution) -> Input {
        guard case .slot(let address) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which holds no instance")
        }
        return Input(address)
    }
}
