/// An instance that is made at its first use, as the parameter of an initialiser.
///
/// It needs a binding with the option ``BindingOption/lazily``; other instances exist already, or are about to.
/// It does not count in the order of making, so it also mends a cycle.
public struct Lazy<Instance: Sendable>: Sendable {
    let cell: Cell<Instance>
    let source: (core: ScopeCore, slot: Int)?

    /// Makes one by hand around an instance that exists, as a test does.
    ///
    /// It never closes.
    public init(_ instance: Instance) {
        cell = Cell()
        cell.set(instance, owner: cell)
        source = nil
    }

    init(cell: Cell<Instance>, core: ScopeCore, slot: Int) {
        self.cell = cell
        source = (core, slot)
    }

    /// The instance, made now if it has not been made yet.
    ///
    /// However many tasks ask at once, it is made once. A task that is cancelled while it waits stops waiting; the
    /// making goes on for the others. A failure is not kept: the next call tries again.
    ///
    /// - Throws: What making it throws; ``ScopeClosed`` when the scope that owns it closes or has closed;
    ///   `CancellationError` when the task is cancelled while it waits.
    nonisolated(nonsending) public func callAsFunction() async throws -> Instance {
        if let instance = try cell.instanceIfSettled() { return instance }
        if let source {
            try await source.core.ensure(source.slot)
        }
        return try cell.instance()
    }
}

extension Lazy: Parameter {
    static var need: Need {
        Need(key: BindingKey(Instance.self), kind: .lazy, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<Lazy>.lazy(resolution)
    }
}

extension Input {
    /// The input for a need of a lazy instance that was resolved.
    static func lazy<Instance: Sendable>(_ resolution: Resolution) -> Input where Value == Lazy<Instance> {
        guard case .cell(let address) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which is no cell")
        }
        return Input { core in
            let owner = core.frame(address.frame)
            return Lazy(cell: owner.cell(Instance.self, at: address.slot), core: owner, slot: address.slot)
        }
    }
}
