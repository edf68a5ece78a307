/// The declaration of a scope: its bindings, the scopes that can be opened under it, and its exports.
///
/// A blueprint is a value. No instance exists until a ``Scope`` is opened, so that a blueprint can be read, validated
/// and changed without side effects.
///
/// ```swift
/// var blueprint = Blueprint("items")
/// blueprint.provide(SQLiteItemStore.init(configuration:clock:)) { $0 as any ItemStore }
/// blueprint.provide(ItemFeed.init(store:))
/// blueprint.export((any ItemStore).self)
/// ```
///
/// The parameters of an initializer are its requirements. Each requirement is looked up by its type: first in the
/// blueprint itself, then in its parent, and so on; the nearest binding is used. Argument labels have no meaning.
public struct Blueprint: Sendable {
    enum Kind: Sendable {
        case owned
        case scene(model: Requirement)
        case session
    }

    /// The name of the scope, one component of its path.
    ///
    /// The name is unique among the scopes under one parent that are validated together.
    public let name: String

    /// The source location of the blueprint.
    public let location: BindingLocation

    /// The bindings, in the order of declaration.
    public internal(set) var bindings: [Binding] = []

    /// The blueprints of the scopes that can be opened under this one: scenes, sessions, and those added with
    /// ``nest(_:)``.
    public internal(set) var nested: [Blueprint] = []

    /// The keys that sibling scopes can request, in the order of declaration.
    public internal(set) var exports: [Export] = []

    /// The keys that are imported from a named scope, in the order of declaration.
    public internal(set) var imports: [Import] = []

    /// The types that the scope can require from outside; nil if the scope is not isolated.
    ///
    /// See ``inputs(_:file:line:)``.
    public internal(set) var inputs: [Input]?

    /// The time limit for closing one instance, unless its binding has another limit.
    ///
    /// Default: 10 seconds.
    public var closingTimeLimit: Duration = .seconds(10)

    /// The time limit for creating one instance by an asynchronous initializer, unless its binding has another limit.
    ///
    /// Default: 60 seconds.
    public var buildingTimeLimit: Duration = .seconds(60)

    let kind: Kind

    /// The advice for moving a binding to the outer blueprint after a split.
    var outerAdvice: String?

    var unmatchedOverrides: [Binding] = []

    /// Creates an empty blueprint.
    ///
    /// - Parameters:
    ///   - name: The name of the scope.
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

    /// Creates an empty blueprint with the name, kind and time limits of another.
    init(_ name: String, kind: Kind, location: BindingLocation, limitsOf other: Blueprint) {
        self.init(name, kind: kind, location: location)
        closingTimeLimit = other.closingTimeLimit
        buildingTimeLimit = other.buildingTimeLimit
    }

    /// Whether the scope is opened by its owner.
    var isOwned: Bool {
        if case .owned = kind { true } else { false }
    }

    /// Whether the blueprint is that of a session.
    var isSession: Bool {
        if case .session = kind { true } else { false }
    }

    /// Adds a binding.
    ///
    /// The other methods that declare bindings call this one.
    public mutating func add(_ binding: Binding) {
        bindings.append(binding)
    }

    /// The bindings that contribute to a key in this blueprint, in the order of declaration.
    ///
    /// Contributions of parents and of nested blueprints are not included.
    public func contributions<K>(to key: K.Type) -> [Binding] {
        bindings.filter { $0.role == .contribution && $0.key == BindingKey(key) }
    }

    /// Removes the contributions to a key from this blueprint and from those nested in it.
    ///
    /// The method applies to the earlier declarations. Add replacements afterwards.
    ///
    /// - Parameter key: The type of the contributions.
    public mutating func withdrawContributions<K>(to key: K.Type) {
        bindings.removeAll { $0.role == .contribution && $0.key == BindingKey(key) }
        for index in nested.indices { nested[index].withdrawContributions(to: key) }
    }

    /// The blueprint of the session, if one is declared with ``session(_:file:line:_:)``.
    ///
    /// Tools read this blueprint to show the contents of a session before one is opened.
    public var sessionBlueprint: Blueprint? {
        nested.first(where: \.isSession)
    }
}
