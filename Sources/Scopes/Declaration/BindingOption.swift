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
        case marked(BindingMark)
        case overrideAdvice(String)
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
    /// The initializer of a transient instance is synchronous. The instance is created for its requester, and closed after it. The
    /// dependencies of the instance come from the scope that declares the binding.
    public static var transient: BindingOption { BindingOption(choice: .transient) }

    /// Excludes the instance from closing, because other code closes it.
    ///
    /// For an instance that belongs to an object of another scope. To provide the instance of another binding under a second key, use
    /// ``Blueprint/alias(_:file:line:as:)``.
    public static var ownedElsewhere: BindingOption { BindingOption(choice: .ownedElsewhere) }

    /// Hides the binding from other scopes: only the scope that declares it can request it.
    public static var `private`: BindingOption { BindingOption(choice: .private) }

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
    var onClose: (@Sendable (Instance) async throws -> Void)?

    init(_ options: [BindingOption<Instance>]) {
        for option in options {
            switch option.choice {
            case .lazily: isLazy = true
            case .transient: isTransient = true
            case .ownedElsewhere: isOwnedElsewhere = true
            case .private: isPrivate = true
            case .marked(let mark): marks.insert(mark)
            case .overrideAdvice(let advice): overrideAdvice = advice
            case .onClose(let close): onClose = close
            }
        }
    }
}
