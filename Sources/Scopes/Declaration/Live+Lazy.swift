/// A reference to an instance, as the parameter of an initializer.
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
/// The reference returns the instance while the scope that owns the instance is open. It does not keep the instance alive, so
/// that an object that outlives that scope can hold it.
///
/// A `Live<T>` does not affect the order of creation within a scope, so it can break a cycle. A lazy instance that is requested as
/// `Live` is created when its scope opens, or, if another scope requests it, before the instance that requests it.
public struct Live<Instance: Sendable>: Sendable {
    @usableFromInline let handle: InstanceHandle

    /// Creates a reference to an existing instance, for example in a test.
    ///
    /// The instance is never closed.
    public init(_ instance: Instance) {
        handle = InstanceHandle(instance)
    }

    fileprivate init(_ handle: InstanceHandle) {
        self.handle = handle
    }

    /// Returns the instance.
    ///
    /// Don't store the result: call again at each use.
    ///
    /// - Throws: ``ScopeClosed`` when the scope that owns the instance has closed it; ``NotYetBuilt`` when the instance does not
    ///   exist yet, for example in an initializer that runs earlier.
    @inlinable
    public func callAsFunction() throws -> Instance {
        guard let object = try handle.current() else { throw NotYetBuilt(key: BindingKey(Instance.self)) }
        return AnyInstance.value(in: object, as: Instance.self, isObject: handle.isObject)
    }
}

extension Live: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Instance.self), kind: .live, isOptional: false)
    }

    static func argument(for reference: Reference, _ linker: Linker) -> Any {
        guard case .live(let address) = reference else {
            preconditionFailure("\(Self.self) refers to \(reference), which is not a live reference")
        }
        let isObject = AnyInstance.isObject(Instance.self)
        return Argument { source in Live(InstanceHandle(address, in: source.context, isObject: isObject)) }
    }
}

/// An error that is thrown when a ``Live`` is called before its instance exists.
///
/// An initializer calls the ``Live`` while its scope is being opened.
public struct NotYetBuilt: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested key.
    public let key: BindingKey

    /// Creates the error for a key.
    public init(key: BindingKey) {
        self.key = key
    }

    /// A description of the error.
    public var description: String {
        """
        \(key) has not been created yet: it can be used after the scope that provides it has opened, not in an \
        initializer that runs before
        """
    }
}

/// An instance that is created at its first use, as the parameter of an initializer.
///
/// Intended for a binding with the option ``BindingOption/lazily``. The instance of any other binding exists already or
/// is about to be created. The parameter does not affect the order of creation, so it can break a cycle.
public struct Lazy<Instance: Sendable>: Sendable {
    private let handle: InstanceHandle

    /// Creates a value around an existing instance, for example in a test.
    ///
    /// The instance is never closed.
    public init(_ instance: Instance) {
        handle = InstanceHandle(instance)
    }

    fileprivate init(_ handle: InstanceHandle) {
        self.handle = handle
    }

    /// Returns the instance, and creates it if it does not exist.
    ///
    /// Concurrent calls share one instance. A task that is cancelled while it waits stops waiting; the creation
    /// continues for the other tasks. A failure is not cached: the next call tries again.
    ///
    /// An initializer must not await an instance that its scope creates later: the creation would end at its time limit.
    ///
    /// - Throws: The error of the initializer; ``ScopeClosed`` when the scope that owns the instance closes or has closed;
    ///   ``BuildingTimeLimitExceeded`` when the creation takes too long; `CancellationError` when the task is cancelled.
    nonisolated(nonsending) public func callAsFunction() async throws -> Instance {
        AnyInstance.value(in: try await handle.created(), as: Instance.self, isObject: handle.isObject)
    }
}

extension Lazy: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Instance.self), kind: .lazy, isOptional: false)
    }

    static func argument(for reference: Reference, _ linker: Linker) -> Any {
        guard case .lazy(let address) = reference else {
            preconditionFailure("\(Self.self) refers to \(reference), which is not a lazy reference")
        }
        let isObject = AnyInstance.isObject(Instance.self)
        return Argument { source in Lazy(InstanceHandle(address, in: source.context, isObject: isObject)) }
    }
}

/// The instance of a ``Live`` or a ``Lazy``: that in a slot of a scope.
@usableFromInline
struct InstanceHandle: Sendable {
    /// Whether the type of the instance is a class.
    @usableFromInline let isObject: Bool
    private let slot: Int
    private let scope: any ScopeContext

    /// Creates a handle for an existing instance.
    init<Instance: Sendable>(_ instance: Instance) {
        isObject = AnyInstance.isObject(Instance.self)
        slot = 0
        scope = ExistingInstance(AnyInstance(instance))
    }

    init(_ address: Address, in context: any ScopeContext, isObject: Bool) {
        self.isObject = isObject
        slot = address.slot
        scope = context.scope(at: address)
    }

    /// Returns the object in the slot; nil before it exists.
    @usableFromInline
    func current() throws(ScopeClosed) -> AnyObject? { try scope.current(slot) }

    /// Returns the object in the slot, and creates the instance if it does not exist.
    nonisolated(nonsending) func created() async throws -> AnyObject { try await scope.instance(in: slot).object }
}

/// An existing instance in place of a scope, which is never closed.
private final class ExistingInstance: ScopeContext {
    private let instance: AnyInstance

    init(_ instance: AnyInstance) { self.instance = instance }

    var path: String { "no scope" }

    func scope(at address: Address) -> any ScopeContext { self }

    func current(_ slot: Int) -> AnyObject? { instance.object }

    func instance(in slot: Int) -> AnyInstance { instance }
}
