/// The instance of now, as the parameter of an initialiser: a cell, and not the instance itself.
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
/// The cell gives the instance as long as the scope that owns it is open, and lets go of it when that scope
/// closes. When a scope beside this one is replaced, the cells for what it exports give the new instance.
///
/// A `Live<T>` does not count in the order of making, so it also mends a cycle; and a scope can ask for one of
/// something that lives shorter than itself, if that is exported. What it stands for is always made when its
/// scope opens.
public struct Live<Instance: Sendable>: Sendable {
    let cell: Cell<Instance>

    /// Makes a cell by hand around an instance, as a test does.
    ///
    /// It never closes.
    public init(_ instance: Instance) {
        cell = Cell()
        cell.set(instance, owner: cell)
    }

    init(cell: Cell<Instance>) {
        self.cell = cell
    }

    /// The instance of now.
    ///
    /// Don't keep what it returns: ask again at each use.
    ///
    /// - Throws: ``ScopeClosed`` when the scope that owns the instance has closed; ``NotYetBuilt`` when it has not
    ///   been made yet, as in an initialiser that runs before it.
    public func callAsFunction() throws -> Instance {
        try cell.instance()
    }
}

extension Live: Parameter {
    static var need: Need {
        Need(key: BindingKey(Instance.self), kind: .live, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<Live>.live(resolution)
    }
}

extension Input {
    /// The input for a need of a cell that was resolved.
    static func live<Instance: Sendable>(_ resolution: Resolution) -> Input where Value == Live<Instance> {
        Input { core in
            switch resolution {
            case .cell(let address):
                Live(cell: core.frame(address.frame).cell(Instance.self, at: address.slot))
            case .exchange(let frame, let child, let key):
                Live(cell: core.frame(frame).exchangeCell(Instance.self, of: child, for: key))
            default:
                preconditionFailure("\(Value.self) was resolved to \(resolution), which is no cell")
            }
        }
    }
}
