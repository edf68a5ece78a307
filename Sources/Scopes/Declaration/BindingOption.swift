/// An option of a binding.
///
/// Without options, an instance is created once when the scope opens, and closed with the scope. The generic parameter is the
/// type that the initializer creates, so that ``onClose(_:)`` receives the instance as that type:
///
/// ```swift
/// blueprint.provide(Database.init(path:), .lazily, .onClose { try await $0.shutDown() })
/// ```
public struct BindingOption<Instance: Sendable>: Sendable {
    enum Choice: Sendable {
        case lazily
        case transient
        case ownedElsewhere
        case `private`
        case uses(DependencyTypes)
        case marked(BindingMark)
        case overrideAdvice(String)
        case closingTimeLimit(Duration)
        case buildingTimeLimit(Duration)
        case onClose(@Sendable (Instance) async throws -> Void)
    }

    let choice: Choice

    /// Creates the instance at its first use instead of when the scope opens.
    ///
    /// If an instance that is created at opening requires the lazy instance directly, the lazy instance is created at
    /// opening, too. A nested scope that requires the lazy instance creates it when the nested scope opens. The first
    /// call of a ``Lazy`` parameter also creates the instance. Concurrent requests share one instance. A failure is not
    /// cached: the next request tries again.
    public static var lazily: BindingOption { BindingOption(choice: .lazily) }

    /// Creates a new instance for each initializer that requests one.
    ///
    /// The instance belongs to the scope that is opening when the instance is created, and is closed with that scope.
    /// The dependencies of the instance come from the scope that declares the binding.
    public static var transient: BindingOption { BindingOption(choice: .transient) }

    /// Excludes the instance from closing, because other code closes it.
    ///
    /// Use this option for a binding that provides an instance of another binding under a second key.
    public static var ownedElsewhere: BindingOption { BindingOption(choice: .ownedElsewhere) }

    /// Hides the binding from other scopes: only the scope that declares it can request it.
    public static var `private`: BindingOption { BindingOption(choice: .private) }

    /// Declares the types that the object requests through ``Dependency``.
    ///
    /// Use this option for a type that can't conform to ``UsesDependencies``.
    ///
    /// - Parameter types: The types, each as the property declares it.
    /// - Returns: An option with the types.
    public static func uses<each U: Sendable>(_ types: repeat (each U).Type) -> BindingOption {
        BindingOption(choice: .uses(DependencyTypes(repeat each types)))
    }

    /// Sets a mark, which ``Blueprint/split(by:inner:)`` uses to separate bindings.
    public static func marked(_ mark: BindingMark) -> BindingOption {
        BindingOption(choice: .marked(mark))
    }

    /// Sets the remedy of the diagnostic for an override that has no effect because the binding is in an ancestor.
    ///
    /// - Parameter advice: The remedy of the diagnostic ``DiagnosticCode/unmatchedOverride``.
    /// - Returns: An option with the advice.
    public static func overrideAdvice(_ advice: String) -> BindingOption {
        BindingOption(choice: .overrideAdvice(advice))
    }

    /// Limits the time that closing the instance may take.
    ///
    /// After the limit, the closing task is cancelled and no longer awaited. Default: ``Blueprint/closingTimeLimit`` of the
    /// blueprint that declares the binding.
    public static func closingTimeLimit(_ limit: Duration) -> BindingOption {
        BindingOption(choice: .closingTimeLimit(limit))
    }

    /// Limits the time that creating the instance may take.
    ///
    /// After the limit, the creation fails with ``BuildingTimeLimitExceeded``. The limit applies to asynchronous
    /// initializers and to lazy instances; a synchronous initializer can't be interrupted. Default:
    /// ``Blueprint/buildingTimeLimit`` of the blueprint that declares the binding.
    public static func buildingTimeLimit(_ limit: Duration) -> BindingOption {
        BindingOption(choice: .buildingTimeLimit(limit))
    }

    /// Closes the instance with a closure, instead of ``Closable/close()``.
    ///
    /// The closure runs once, when the scope closes. An error that it throws is reported in the ``ClosingReport``.
    public static func onClose(_ close: @escaping @Sendable (Instance) async throws -> Void) -> BindingOption {
        BindingOption(choice: .onClose(close))
    }
}

/// The options of one binding.
struct BindingSettings<Instance: Sendable>: Sendable {
    var isLazy = false
    var isTransient = false
    var isOwnedElsewhere = false
    var isPrivate = false
    var marks: Set<BindingMark> = []
    var overrideAdvice: String?
    var closingTimeLimit: Duration?
    var buildingTimeLimit: Duration?
    var uses: [DependencyTypes.Use] = []
    var onClose: (@Sendable (Instance) async throws -> Void)?

    init(_ options: [BindingOption<Instance>]) {
        for option in options {
            switch option.choice {
            case .lazily: isLazy = true
            case .transient: isTransient = true
            case .ownedElsewhere: isOwnedElsewhere = true
            case .private: isPrivate = true
            case .uses(let types): uses += types.uses
            case .marked(let mark): marks.insert(mark)
            case .overrideAdvice(let advice): overrideAdvice = advice
            case .closingTimeLimit(let limit): closingTimeLimit = limit
            case .buildingTimeLimit(let limit): buildingTimeLimit = limit
            case .onClose(let close): onClose = close
            }
        }
    }
}

/// A type whose instances release resources when their scope closes.
///
/// A scope calls ``close()`` once on each instance that it created, in the reverse order of creation, after it has closed
/// everything that depends on the instance. An instance that was passed to the blueprint (`provide(value:)`) is not closed:
/// its creator owns it.
public protocol Closable: Sendable {
    /// Releases the resources of the instance: files, connections, tasks.
    ///
    /// The call is not cancelled with the task that closes the scope. After the time limit of the binding, the task of
    /// the call is cancelled and no longer awaited, and closing continues with the next instance.
    ///
    /// - Throws: Any error. The error is reported in the ``ClosingReport``, and closing continues.
    func close() async throws
}

/// The way in which the instances of a binding are closed and checked for leaks.
struct Disposal: Sendable {
    /// Whether an instance has to be closed.
    enum Closing: Comparable, Sendable {
        /// The instance is never closed.
        case never
        /// The instance is closed if its dynamic type is ``Closable``.
        case perhaps
        /// The instance is always closed.
        case always
    }

    /// Whether the scope checks the instance for leaks.
    let isWatched: Bool

    /// Whether a slot contains the instance itself, and the instance is checked for leaks.
    let isWatchedObject: Bool

    /// Whether a converted instance is stored together with its original.
    let keepsOriginal: Bool

    /// Whether the scope closes the instance if it is ``Closable``.
    private let isOwned: Bool

    /// The identity of the type that the initializer creates.
    private let identity: ObjectIdentifier

    private let kind: TypeKind

    /// Closes an instance: the closure of ``BindingOption/onClose(_:)``.
    private let onClose: (@Sendable (AnyInstance) -> @Sendable () async throws -> Void)?

    /// Returns whether the type is ``Closable``.
    ///
    /// The cast of a type that does not conform searches all conformances of the program, which takes tens of microseconds.
    /// It is therefore deferred until an instance is closed.
    private let isClosable: @Sendable () -> Bool

    /// Returns the instance as a `Closable`, or nil if it does not conform.
    private let closable: @Sendable (AnyInstance) -> (any Closable)?

    /// Returns the object to check for leaks, or nil if the instance is not an object.
    private let watchedObject: @Sendable (AnyInstance) -> AnyObject?

    /// - Parameters:
    ///   - settings: The options of the binding.
    ///   - key: The type of the slot.
    ///   - isGiven: Whether the instance is passed to the scope, which then neither closes it nor checks it for leaks.
    ///   - isConverted: Whether the factory converts the instance to the key.
    init<T: Sendable, K: Sendable>(_ settings: BindingSettings<T>, _ key: K.Type, isGiven: Bool, isConverted: Bool) {
        let kind = TypeKind(T.self)
        let onClose = settings.isOwnedElsewhere ? nil : settings.onClose
        let isOwned = !isGiven && !settings.isOwnedElsewhere
        let isWatched = isOwned && kind != .value
        (self.kind, self.isOwned, self.isWatched) = (kind, isOwned, isWatched)
        isClosable = { T.self is any Closable.Type }
        identity = ObjectIdentifier(T.self)
        keepsOriginal = isConverted && (isOwned || onClose != nil)
        isWatchedObject = isWatched && !isConverted && kind == .object
        if let onClose {
            self.onClose = { instance in
                let value = instance.original.value(as: T.self)
                return { try await onClose(value) }
            }
        } else {
            self.onClose = nil
        }
        closable = { instance in instance.original.value(as: T.self) as? any Closable }
        watchedObject = { instance in
            let value = instance.original.value(as: T.self)
            return type(of: value as Any) is AnyClass ? value as AnyObject : nil
        }
    }

    /// Whether an instance has to be closed.
    var closing: Closing {
        if onClose != nil { return .always }
        if !isOwned { return .never }
        if isClosable() { return .always }
        return kind == .value ? .never : .perhaps
    }

    /// The identity of a class that is not ``Closable``; only instances of its subclasses may have to be closed.
    var quietType: ObjectIdentifier? { isWatchedObject && closing == .perhaps ? identity : nil }

    /// Returns the closure that closes an instance, or nil when no action is required.
    func closingAction(of instance: AnyInstance) -> (@Sendable () async throws -> Void)? {
        if let onClose { return onClose(instance) }
        guard closing != .never, let closable = closable(instance) else { return nil }
        return { try await closable.close() }
    }

    /// Returns the object to check for leaks, or nil if there is none.
    func watchedObject(of instance: AnyInstance) -> AnyObject? {
        isWatched ? watchedObject(instance) : nil
    }
}

/// The kind of a type, which determines whether its instances are checked for leaks.
private enum TypeKind: Sendable {
    /// A class or an actor.
    case object
    /// A protocol type. The dynamic type of the instance determines the kind.
    case existential
    /// Any other type.
    case value

    init<T>(_ type: T.Type) {
        if type is AnyObject.Type {
            self = .object
        } else if TypeMetadata(of: type).isExistential {
            self = .existential
        } else {
            self = .value
        }
    }
}
