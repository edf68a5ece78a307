/// How a binding differs from the default: made when the scope opens, once, and closed with it.
///
/// The parameter is the type that the initialiser makes, so that ``onClose(_:)`` gets it as it is:
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
        case closingTimeLimit(Duration)
        case buildingTimeLimit(Duration)
        case onClose(@Sendable (Instance) async throws -> Void)
    }

    let choice: Choice

    /// The instance is made when it is first needed, and not when the scope opens.
    ///
    /// What is made at opening, and needs the instance directly, makes it at opening too. A scope under
    /// this one that needs it makes it when that scope opens, and ``Lazy`` when it is called. However many
    /// ask at once, it is made once; a failure is not kept, so the next to ask tries again.
    public static var lazily: BindingOption { BindingOption(choice: .lazily) }

    /// An instance is made anew for each initialiser that asks for one.
    ///
    /// It belongs to, and is closed with, the scope that was being built when it was made. What it needs
    /// is looked up from the scope that declares it.
    public static var transient: BindingOption { BindingOption(choice: .transient) }

    /// The scope does not close the instance, because somebody else does.
    ///
    /// For a binding that only hands on an instance of another binding under a second key.
    public static var ownedElsewhere: BindingOption { BindingOption(choice: .ownedElsewhere) }

    /// Only the scope that declares the binding can ask for it: scopes under it don't see it.
    public static var `private`: BindingOption { BindingOption(choice: .private) }

    /// The object asks for these by ``Dependency``.
    ///
    /// For a type that does not say so itself (``UsesDependencies``).
    ///
    /// - Parameter types: The types, each as the property has it.
    /// - Returns: The option.
    public static func uses<each U: Sendable>(_ types: repeat (each U).Type) -> BindingOption {
        BindingOption(choice: .uses(DependencyTypes(repeat each types)))
    }

    /// The binding carries a mark, by which ``Blueprint/split(by:inner:)`` sorts.
    public static func marked(_ mark: BindingMark) -> BindingOption {
        BindingOption(choice: .marked(mark))
    }

    /// How long closing the instance may take, before it is abandoned.
    ///
    /// Default: ``Blueprint/closingTimeLimit`` of the blueprint that declares the binding.
    public static func closingTimeLimit(_ limit: Duration) -> BindingOption {
        BindingOption(choice: .closingTimeLimit(limit))
    }

    /// How long making the instance may take, before it is given up and the scope can't open.
    ///
    /// It holds for asynchronous initialisers, and for what a lazy instance has to wait for after it is made itself. A
    /// synchronous initialiser can't be interrupted. Default: ``Blueprint/buildingTimeLimit`` of the blueprint that
    /// declares the binding.
    public static func buildingTimeLimit(_ limit: Duration) -> BindingOption {
        BindingOption(choice: .buildingTimeLimit(limit))
    }

    /// What closes the instance, in place of ``Closable/close()`` if it has that.
    ///
    /// It runs once, when the scope closes, and may fail: the failure is put in the ``ClosingReport``.
    public static func onClose(_ close: @escaping @Sendable (Instance) async throws -> Void) -> BindingOption {
        BindingOption(choice: .onClose(close))
    }
}
