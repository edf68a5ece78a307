/// One line of a blueprint: a key, how to make an instance for it, and what making it needs.
///
/// A binding is a value; nothing has been made yet. Authors of blueprints use the verbs of ``Blueprint``. Verbs in
/// other modules are built from the initialisers of this type and ``Blueprint/add(_:)``.
public struct Binding: Sendable {
    /// What the binding is for.
    public enum Role: Hashable, Sendable {
        /// It provides the one instance of its key.
        case provision
        /// It is one of any number of contributions to its key.
        case contribution
        /// It provides the right to open a scene.
        case scene
        /// It stands for the arguments with which its scope is opened.
        case arguments
        /// It is a step that is taken when the instances that it asks for have been made.
        case afterCreation
    }

    /// What the binding is asked for by.
    ///
    /// For a contribution, what it contributes to.
    public internal(set) var key: BindingKey

    /// The type that the initialiser makes, as far as the declaration knows it.
    ///
    /// It differs from the key's type when the binding was declared with a conversion:
    /// `provide(SQLiteItemStore.init(path:)) { $0 as any ItemStore }` has the key `any ItemStore` and the
    /// implementation `SQLiteItemStore`. The form with the key first knows only the key's type.
    public let implementation: any Any.Type

    /// What the initialiser asks for, in the order of its parameters; then what its object asks for by
    /// ``Dependency``.
    public internal(set) var needs: [Need]

    /// Where the binding was declared.
    public let location: BindingLocation

    /// What the binding is for.
    public let role: Role

    /// Whether it is made at its first use.
    ///
    /// See ``BindingOption/lazily``.
    public internal(set) var isLazy: Bool

    /// Whether it is made anew for each that asks.
    ///
    /// See ``BindingOption/transient``.
    public internal(set) var isTransient: Bool

    /// Whether only its own scope can ask for it.
    ///
    /// See ``BindingOption/private``.
    public internal(set) var isPrivate: Bool

    /// Whether its initialiser is asynchronous.
    public var isAsynchronous: Bool {
        if case .asynchronous = recipe { true } else { false }
    }

    /// The marks that were set on it.
    ///
    /// See ``BindingOption/marked(_:)``.
    public internal(set) var marks: Set<BindingMark>

    let closingTimeLimit: Duration?
    let buildingTimeLimit: Duration?
    let shape: SlotShape
    let recipe: Recipe
    /// What the object asks for by ``Dependency``.
    let uses: [DependencyTypes.Use]

    /// - Parameters:
    ///   - key: What is asked for.
    ///   - name: What it is asked for by instead, if that has a name.
    ///   - implementation: The type that is made, as tools shall see it.
    ///   - needs: What the recipe reads, in its order.
    ///   - recipe: How an instance of `T` comes into the slot, as a `K`.
    ///   - role: What the binding is for.
    ///   - options: How it differs from the default.
    ///   - isGiven: Whether the instance exists already.
    ///   - isConverted: Whether the recipe converts it.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @usableFromInline
    init<T: Sendable, K: Sendable>(
        _ key: K.Type,
        named name: String? = nil,
        implementation: any Any.Type,
        needs: [Need],
        recipe: Recipe,
        role: Role,
        options: [BindingOption<T>],
        isGiven: Bool = false,
        isConverted: Bool = false,
        file: String,
        line: Int
    ) {
        let settings = BindingSettings(options)
        uses = settings.uses + ((implementation as? any UsesDependencies.Type)?.dependencies.uses ?? [])
        self.key = BindingKey(of: key, name: name)
        self.implementation = implementation
        self.needs = needs + uses.map(\.need)
        location = BindingLocation(file: file, line: line)
        self.role = role
        isLazy = settings.isLazy
        isTransient = settings.isTransient
        isPrivate = settings.isPrivate
        marks = settings.marks
        closingTimeLimit = settings.closingTimeLimit
        buildingTimeLimit = settings.buildingTimeLimit
        shape = InstanceShape<T, K>(settings, isGiven: isGiven, isConverted: isConverted)
        self.recipe = recipe
    }
}

extension Binding: CustomStringConvertible {
    /// The implementation, and the key where that is another type.
    public var description: String {
        if role == .afterCreation { return "step after creation" }
        if let name = key.name { return name }
        let made = BindingKey(of: implementation)
        return made == key ? "\(key)" : "\(made) as \(key)"
    }
}
