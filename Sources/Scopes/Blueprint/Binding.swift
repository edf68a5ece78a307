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
    public var key: BindingKey { outline.key }

    /// The type that the initialiser makes, as far as the declaration knows it.
    ///
    /// It differs from the key's type when the binding was declared with a conversion:
    /// `provide(SQLiteItemStore.init(path:)) { $0 as any ItemStore }` has the key `any ItemStore` and the
    /// implementation `SQLiteItemStore`. The form with the key first knows only the key's type.
    public var implementation: any Any.Type { contents.fields.implementation }

    /// What the initialiser asks for, in the order of its parameters; then what its object asks for by
    /// ``Dependency``.
    public var needs: [Need] { outline.needs }

    /// Where the binding was declared.
    public var location: BindingLocation { contents.fields.location }

    /// What the binding is for.
    public var role: Role { outline.role }

    /// Whether it is made at its first use.
    ///
    /// See ``BindingOption/lazily``.
    public var isLazy: Bool { outline.isLazy }

    /// Whether it is made anew for each that asks.
    ///
    /// See ``BindingOption/transient``.
    public var isTransient: Bool { outline.isTransient }

    /// Whether only its own scope can ask for it.
    ///
    /// See ``BindingOption/private``.
    public var isPrivate: Bool { outline.isPrivate }

    /// Whether its initialiser is asynchronous.
    public var isAsynchronous: Bool {
        if case .asynchronous = recipe { true } else { false }
    }

    /// The marks that were set on it.
    ///
    /// See ``BindingOption/marked(_:)``.
    public var marks: Set<BindingMark> { contents.fields.marks }

    var closingTimeLimit: Duration? { contents.fields.closingTimeLimit }
    var buildingTimeLimit: Duration? { contents.fields.buildingTimeLimit }
    var shape: SlotShape { contents.fields.shape }
    var extent: SlotShape.Extent { outline.extent }
    var recipe: Recipe { contents.fields.recipe }
    /// What the object asks for by ``Dependency``.
    var uses: [DependencyTypes.Use] { contents.fields.uses }

    /// Why nobody could ask for the key, if that is so.
    var flaw: Flaw? { outline.flaw }
    /// Whether all needs are for instances themselves.
    var hasOnlyPlainNeeds: Bool { outline.hasOnlyPlainNeeds }
    /// Whether the making of ``NamedMaker`` that is the same for all bindings will do.
    var isMadeByName: Bool { outline.isMadeByName }

    /// What admission looks at; a copy that is at hand, since going to the object for each of a great many bindings would
    /// take it longer than all the rest.
    private var outline: Outline
    private var contents: Contents

    /// What a binding is, in an object, so that the many copies that are made of it are cheap.
    private final class Contents: Sendable {
        let fields: Fields

        init(_ fields: Fields) { self.fields = fields }
    }

    /// Changes what the binding is.
    mutating func change(_ body: (inout Fields) -> Void) {
        var fields = contents.fields
        body(&fields)
        contents = Contents(fields)
        outline = Outline(of: fields)
    }

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
        let uses = settings.uses + ((implementation as? any UsesDependencies.Type)?.dependencies.uses ?? [])
        let shape = InstanceShape<T, K>(settings, isGiven: isGiven, isConverted: isConverted)
        let allNeeds = needs + uses.map(\.need)
        let fields = Fields(
            key: BindingKey(of: key, name: name), implementation: implementation,
            needs: allNeeds, location: BindingLocation(file: file, line: line), role: role,
            isLazy: settings.isLazy, isTransient: settings.isTransient, isPrivate: settings.isPrivate,
            marks: settings.marks, closingTimeLimit: settings.closingTimeLimit,
            buildingTimeLimit: settings.buildingTimeLimit, shape: shape, recipe: recipe, uses: uses,
            flaw: Flaw(of: K.self, isNamed: name != nil, needs, role))
        contents = Contents(fields)
        outline = Outline(of: fields)
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
