/// The declaration of a scope: what it provides, which scopes can be opened under it, what it exports.
///
/// A blueprint is a value. Nothing is built from it until a ``Plan`` has admitted it and a ``Scope`` is opened
/// from that plan, so that it can be read, checked and changed without any effect.
///
/// ```swift
/// var blueprint = Blueprint("items")
/// blueprint.provide(SQLiteItemStore.init(configuration:clock:)) { $0 as any ItemStore }
/// blueprint.provide(ItemFeed.init(store:))
/// blueprint.export((any ItemStore).self)
/// ```
///
/// The parameters of an initialiser are what it needs. Each is found by its type: first in the blueprint
/// itself, then in its parent, and so on up; the nearest wins. Names of arguments play no part.
public struct Blueprint: Sendable {
    enum Kind: Sendable {
        case owned
        case scene(model: Need)
        case session
    }

    /// The scope's name, one component of its path.
    ///
    /// Unique among the scopes under one parent that are admitted together.
    public let name: String

    /// Where the blueprint was declared.
    public let location: BindingLocation

    /// What was declared, in the order of declaration.
    public internal(set) var bindings: [Binding] = []

    /// The blueprints of the scopes that can be opened under this one: scenes, sessions, and what was added by
    /// ``nest(_:)``.
    public internal(set) var nested: [Blueprint] = []

    /// What scopes beside this one may ask for, in the order of declaration.
    public internal(set) var exports: [Export] = []

    /// What is taken from scopes of a name, in the order of declaration.
    public internal(set) var imports: [Import] = []

    /// How long closing one instance may take, unless its binding says otherwise.
    ///
    /// Default: 10 seconds.
    public var closingTimeLimit: Duration = .seconds(10)

    /// How long making one instance by an asynchronous initialiser may take, unless its binding says otherwise.
    ///
    /// Default: 60 seconds.
    public var buildingTimeLimit: Duration = .seconds(60)

    let kind: Kind
    var unmatchedOverrides: [Binding] = []

    /// Makes an empty blueprint.
    ///
    /// - Parameters:
    ///   - name: The scope's name.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public init(_ name: String, file: String = #fileID, line: Int = #line) {
        self.init(name, kind: .owned, location: BindingLocation(file: file, line: line))
    }

    init(_ name: String, kind: Kind, location: BindingLocation) {
        self.name = name
        self.kind = kind
        self.location = location
    }

    /// A key that scopes beside this one may ask for.
    public struct Export: Sendable {
        /// What may be asked for.
        public let key: BindingKey
        /// Where it was exported.
        public let location: BindingLocation

        let makeCell: @Sendable () -> AnyCell
    }

    /// Adds a binding.
    ///
    /// The other verbs are made of this one.
    public mutating func add(_ binding: Binding) {
        bindings.append(binding)
    }

    /// Lets scopes beside this one ask for what this blueprint provides under a key.
    ///
    /// Whoever asks for it directly depends on this scope: it is opened later and closed before it.
    /// From a blueprint that is nested in another one, siblings of the outer scope can ask for `Live<T>` only,
    /// because the nested scope may be replaced while they run.
    ///
    /// - Parameters:
    ///   - key: The type, which this blueprint must bind; else admission refuses it (``FaultCode/unboundExport``).
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func export<T: Sendable>(_ key: T.Type, file: String = #fileID, line: Int = #line) {
        let location = BindingLocation(file: file, line: line)
        exports.append(Export(key: BindingKey(key), location: location, makeCell: { Cell<T>() }))
    }

    /// What was contributed to a key in this blueprint, in the order of declaration.
    ///
    /// Contributions of its parents and of the blueprints nested in it are not among them.
    public func contributions<K>(to key: K.Type) -> [Binding] {
        bindings.filter { $0.role == .contribution && $0.key == BindingKey(key) }
    }

    /// Puts a binding in the place of the one with the same key; that one's marks stay.
    ///
    /// Says whether there was one.
    mutating func replace(_ binding: Binding) -> Bool {
        var found = false
        // What is wrapped by decorators lies in the first layer beneath them.
        let beneath = binding.key.beneath(1)
        let isWrapped = bindings.contains { $0.key == beneath && $0.role == .provision }
        let key = isWrapped ? beneath : binding.key
        for index in bindings.indices where bindings[index].key == key && bindings[index].role == .provision {
            var replacement = binding
            replacement.change { replacement in
                replacement.key = key
                replacement.marks.formUnion(bindings[index].marks)
            }
            bindings[index] = replacement
            found = true
        }
        for index in nested.indices where nested[index].replace(binding) {
            found = true
        }
        return found
    }

    /// Takes away what was contributed to a key, here and in the blueprints nested in this one.
    ///
    /// It acts on what has been declared so far, and is to contributions what an override is to the one binding of a key:
    /// what shall stand in their place is contributed afterwards.
    ///
    /// - Parameter key: What was contributed to.
    public mutating func withdrawContributions<K>(to key: K.Type) {
        bindings.removeAll { $0.role == .contribution && $0.key == BindingKey(key) }
        for index in nested.indices { nested[index].withdrawContributions(to: key) }
    }
}
