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
