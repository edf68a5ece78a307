/// A reference to the current instance, as the parameter of an initializer.
///
/// ```swift
/// struct ReposEnvironment: Sendable {
///     let repos: @Sendable (Int) async throws -> [Repo]
///
///     init(service: Live<any IssueService>) {
///         repos = { page in try await service().repos(page: page) }
///     }
/// }
/// ```
///
/// The reference returns the instance while the scope that owns the instance is open, and releases it when that scope
/// closes. When a sibling scope is replaced, references to its exports return the new instances.
///
/// A `Live<T>` does not affect the order of creation, so it can break a cycle. A scope can also require a `Live<T>` for
/// an exported instance with a shorter lifetime. The instance is always created when its scope opens.
public struct Live<Instance: Sendable>: Sendable {
    private let cell: Cell

    /// Creates a reference to an existing instance, for example in a test.
    ///
    /// The instance is never closed.
    public init(_ instance: Instance) {
        cell = Cell()
        cell.set(AnyInstance(instance), owner: cell)
    }

    init(cell: Cell) {
        self.cell = cell
    }

    /// Returns the current instance.
    ///
    /// Don't store the result: call again at each use.
    ///
    /// - Throws: ``ScopeClosed`` when the scope that owns the instance has closed; ``NotYetBuilt`` when the instance
    ///   does not exist yet, for example in an initializer that runs earlier.
    public func callAsFunction() throws -> Instance {
        try cell.instance(as: Instance.self)
    }
}

extension Live: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Instance.self), kind: .live, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<Live>.live(resolution)
    }
}

extension Input {
    /// Returns the input for a resolved live reference.
    static func live<Instance: Sendable>(_ resolution: Resolution) -> Input where Value == Live<Instance> {
        switch resolution {
        case .reference(let address):
            Input { source in Live(cell: source.context.owner(address.scope).cell(of: address.slot)) }
        case .export(let keeper, let child, let key):
            Input { source in Live(cell: source.context.owner(keeper).exportCell(of: child, for: key)) }
        default:
            preconditionFailure("\(Value.self) was resolved to \(resolution), which is not a reference")
        }
    }
}

/// An instance that is created at its first use, as the parameter of an initializer.
///
/// Intended for a binding with the option ``BindingOption/lazily``. The instance of any other binding exists already or
/// is about to be created. The parameter does not affect the order of creation, so it can break a cycle.
public struct Lazy<Instance: Sendable>: Sendable {
    private enum Source: Sendable {
        case instance(Instance)
        case slot(Int, of: any ScopeContext)
    }

    private let source: Source

    /// Creates a value around an existing instance, for example in a test.
    ///
    /// The instance is never closed.
    public init(_ instance: Instance) {
        source = .instance(instance)
    }

    init(slot: Int, of scope: any ScopeContext) {
        source = .slot(slot, of: scope)
    }

    /// Returns the instance, and creates it if it does not exist.
    ///
    /// Concurrent calls share one instance. A task that is cancelled while it waits stops waiting; the creation
    /// continues for the other tasks. A failure is not cached: the next call tries again.
    ///
    /// - Throws: The error of the initializer; ``ScopeClosed`` when the scope that owns the instance closes or has closed;
    ///   ``WaitCycle`` when the creation already waits for the caller; `CancellationError` when the task is cancelled.
    nonisolated(nonsending) public func callAsFunction() async throws -> Instance {
        switch source {
        case .instance(let instance): instance
        case .slot(let slot, let scope): try await scope.instance(in: slot).value(as: Instance.self)
        }
    }
}

extension Lazy: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Instance.self), kind: .lazy, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<Lazy>.lazy(resolution)
    }
}

extension Input {
    /// Returns the input for a resolved lazy instance.
    static func lazy<Instance: Sendable>(_ resolution: Resolution) -> Input where Value == Lazy<Instance> {
        guard case .reference(let address) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which is not a reference")
        }
        return Input { source in Lazy(slot: address.slot, of: source.context.owner(address.scope)) }
    }
}
