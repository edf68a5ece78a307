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

    /// The types that the scope can require from outside; nil if the scope is not isolated.
    ///
    /// See ``inputs(_:file:line:)``.
    public internal(set) var inputs: [Input]?

    /// The time limit for closing one instance, in this scope and in the sessions and scenes that are declared afterwards.
    ///
    /// After the limit, the closing task is cancelled and no longer awaited. Default: 10 seconds.
    public var closingTimeLimit: Duration = .seconds(10)

    /// The time limit for creating one asynchronous or lazy instance, in this scope and in the sessions and scenes that are
    /// declared afterwards.
    ///
    /// After the limit, the creation fails with ``BuildingTimeLimitExceeded``. Other synchronous initializers can't be
    /// interrupted. Default: 60 seconds.
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

    /// The blueprint of the session, if one is declared with ``session(_:file:line:_:)``.
    ///
    /// Tools read this blueprint to show the contents of a session before one is opened.
    public var sessionBlueprint: Blueprint? {
        nested.first(where: \.isSession)
    }
}

extension Blueprint {
    /// A key that sibling scopes can request.
    public struct Export: Sendable {
        /// The exported key.
        public let key: BindingKey
        /// The source location of the export.
        public let location: BindingLocation
    }

    /// Makes a binding of this blueprint visible to sibling scopes.
    ///
    /// A sibling that requires the instance depends on this scope: it opens later and closes earlier.
    ///
    /// The owner of a scope needs no export: see ``Scope/instance(of:)``.
    ///
    /// - Parameters:
    ///   - key: The type, which this blueprint must bind; otherwise validation rejects it (``DiagnosticCode/unboundExport``).
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func export<T: Sendable>(_ key: T.Type, file: String = #fileID, line: Int = #line) {
        exports.append(Export(key: BindingKey(key), location: BindingLocation(file: file, line: line)))
    }
}

extension Blueprint {
    /// A type that an isolated scope receives from outside.
    public struct Input: Sendable {
        /// The type, and the way in which it is requested.
        public let requirement: Requirement
        /// The source location of the declaration.
        public let location: BindingLocation
    }

    /// Isolates the scope: of all bindings outside, its own bindings and those of the scopes inside it can require only
    /// these types.
    ///
    /// ```swift
    /// blueprint.session(Client.self) { session in
    ///     session.inputs(SessionDependencies.self)
    ///     session.provide(MoviesCoordinator.init(dependencies:client:))
    /// }
    /// ```
    ///
    /// Without inputs, a scope sees everything that the scopes above it provide. Validation rejects an input that no scope
    /// above provides (``DiagnosticCode/unmetInput``), and a requirement that only a binding outside could meet and that
    /// is not an input (``DiagnosticCode/missing``). An optional parameter is nil for such a type, and an ``All`` has only
    /// the contributions from inside.
    ///
    /// A call without types isolates the scope completely. Several calls add their types.
    ///
    /// - Parameters:
    ///   - types: The types, each as the parameter of an initializer declares it: `(any ItemStore).self` permits the
    ///     instance, and a `Live` or a `Lazy` of it; `ItemFeed?.self` permits an instance that may be absent;
    ///     `All<Route>.self` permits the contributions of the scopes above.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func inputs<each I: Sendable>(
        _ types: repeat (each I).Type, file: String = #fileID, line: Int = #line
    ) {
        let location = BindingLocation(file: file, line: line)
        let added = Requirement.list(repeat each types).map { Input(requirement: $0, location: location) }
        inputs = (inputs ?? []) + added
    }
}

extension Blueprint {
    /// Adds a mark to the binding of a key, if another binding with this mark requires the key.
    ///
    /// A module that splits blueprints uses this method for an instance that belongs to the outer blueprint only if an outer
    /// instance depends on it.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - mark: The mark, such as that of ``split(by:inner:)``.
    public mutating func markIfRequired<K>(_ key: K.Type, _ mark: BindingMark) {
        let key = BindingKey(key)
        let isRequired = bindings.contains { binding in
            binding.marks.contains(mark) && binding.requirements.contains { $0.key.beneath(0) == key }
        }
        guard isRequired else { return }
        for index in bindings.indices where bindings[index].key.beneath(0) == key && bindings[index].role == .provision
        {
            bindings[index].change { $0.marks.insert(mark) }
        }
    }
}

extension Blueprint {
    /// Splits the bindings between two blueprints according to a mark, so that one scope can outlive the other.
    ///
    /// Bindings with the mark become part of the outer blueprint, which keeps the name. All other bindings, and all
    /// scenes and sessions, become part of the inner blueprint. The inputs and the exports remain with the outer blueprint, so that
    /// only a binding with the mark can be exported: the inner scope may be replaced while siblings hold its instances. The
    /// caller nests the inner blueprint in the outer one, or opens it under an outer scope that is
    /// already open.
    ///
    /// ```swift
    /// let (durable, inner) = blueprint.split(by: .durable, inner: "current")
    /// var outer = durable
    /// outer.nest(inner)
    /// ```
    ///
    /// - Parameters:
    ///   - mark: The mark of the outer bindings.
    ///   - name: The name of the inner blueprint.
    /// - Returns: The two blueprints, each of which may be empty.
    public func split(by mark: BindingMark, inner name: String) -> (outer: Blueprint, inner: Blueprint) {
        var outer = Blueprint(self.name, kind: kind, location: location, limitsOf: self)
        var inner = Blueprint(name, kind: .owned, location: location, limitsOf: self)
        inner.outerAdvice = mark.advice
        outer.bindings = bindings.filter { $0.marks.contains(mark) }
        outer.inputs = inputs
        outer.exports = exports
        inner.bindings = bindings.filter { !$0.marks.contains(mark) }
        inner.nested = nested
        inner.unmatchedOverrides = unmatchedOverrides
        return (outer, inner)
    }
}
