/// A property wrapper for a dependency that is not a parameter of the initializer.
///
/// ```swift
/// struct HomeUseCase: UsesDependencies {
///     static var dependencies: DependencyTypes { DependencyTypes(\Self.repository) }
///
///     @Dependency var repository: any MovieRepository
///
///     init(_ building: Building) throws { _repository = try Dependency(building) }
/// }
/// ```
///
/// The value comes from the scope that is creating the object, and not from a global container. The initializer takes a
/// ``Building``, so other code can't create the object without its dependencies. The type declares the requested types
/// (``UsesDependencies``), so that validation covers them.
///
/// In Swift 6.3 a wrapped property is a variable, so a class with such a property can't be checked as `Sendable`. A class
/// stores the value as a constant instead: `let repository: any MovieRepository`, set to
/// `try Dependency(building).wrappedValue`.
///
/// Prefer a parameter of the initializer. The memberwise initializer of a struct names each type once, too, and the
/// compiler checks it. This wrapper is for a dependency that many types have in common and that their initializers should
/// not repeat.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
    /// The value of the dependency.
    public let wrappedValue: Value

    /// Requests the value from the scope that is creating the object.
    ///
    /// - Parameters:
    ///   - building: The parameter of the object's initializer.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    /// - Throws: ``UndeclaredDependency`` when the `dependencies` of the object do not contain the type; ``BuildingEnded``
    ///   when the initializer that received the `building` has returned.
    public init(_ building: Building, file: String = #fileID, line: Int = #line) throws {
        wrappedValue = try building.site.value(Value.self, at: BindingLocation(file: file, line: line))
    }

    /// Creates the property with a value, for an initializer that other code can call, such as a test.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

/// The types that an object requests through ``Dependency``.
///
/// ```swift
/// final class Feed: Sendable, UsesDependencies {
///     static var dependencies: DependencyTypes { DependencyTypes(\Feed.repository) }
///
///     let repository: any MovieRepository
///
///     init(_ building: Building) throws { repository = try Dependency(building).wrappedValue }
/// }
/// ```
public struct DependencyTypes: Sendable {
    /// A type that the object requests.
    struct Use: Sendable {
        let requirement: Requirement
        let type: ObjectIdentifier
        /// Returns the closure that reads the value, for the next reference.
        let link: @Sendable (Linker) -> ConstructionSite.Reader
    }

    let uses: [Use]

    /// Lists the types, each as the property declares it: `Clock.self`, `(any MovieRepository).self`, `Live<Feed>.self`.
    public init<each U: Sendable>(_ types: repeat (each U).Type) {
        var uses: [Use] = []
        repeat uses.append(Self.use(each types))
        self.uses = uses
    }

    /// Lists the types of properties, so that the source code names each type only in the declaration of its property.
    ///
    /// - Parameter properties: The properties, in any order: `\Self.repository, \Self.clock`.
    public init<Root, each U: Sendable>(_ properties: repeat KeyPath<Root, each U>) {
        var uses: [Use] = []
        repeat uses.append(Self.use((each U).self))
        self.uses = uses
    }

    private init(uses: [Use]) {
        self.uses = uses
    }

    /// Concatenates two lists, for a class that requests more than its superclass.
    public static func + (left: DependencyTypes, right: DependencyTypes) -> DependencyTypes {
        DependencyTypes(uses: left.uses + right.uses)
    }

    private static func use<U: Sendable>(_ type: U.Type) -> Use {
        Use(requirement: Requirement(of: type), type: ObjectIdentifier(type)) { linker in
            let argument = linker.argument(type)
            return { source in AnyInstance(try argument.read(source)) }
        }
    }
}

/// A type whose instances request dependencies through ``Dependency`` in their initializer.
///
/// A subclass inherits the requests of its superclass. The conformance has no effect on a binding whose initializer takes no
/// ``Building``.
public protocol UsesDependencies {
    /// The types of all ``Dependency`` properties.
    static var dependencies: DependencyTypes { get }
}

/// The proof that a scope creates the object, as the parameter of an initializer.
///
/// Only a scope can create one, so other code can't call an initializer with such a parameter:
///
/// ```swift
/// struct ItemList: Sendable {
///     let store: any ItemStore
///
///     init(store: any ItemStore, _: Building) { self.store = store }
/// }
/// ```
///
/// The value is valid while the initializer runs. Swift 6.3 can't prevent an initializer from storing it: a type that
/// can't escape can't be an element of a parameter pack. Each use of a stored value throws ``BuildingEnded``.
public struct Building: Sendable {
    let site: ConstructionSite

    /// The path of the scope that creates the object.
    ///
    /// - Throws: ``BuildingEnded`` when the initializer that received the value has returned.
    public var scope: String {
        get throws(BuildingEnded) { try site.currentScope }
    }
}

extension Building: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Building.self), kind: .building, isOptional: false)
    }

    static func argument(for reference: Reference, _ linker: Linker) -> Any {
        Argument<Building> { source in
            guard let site = source.site as? ConstructionSite else {
                preconditionFailure("\(source.context.path): a factory with a Building runs at a construction site")
            }
            return Building(site: site)
        }
    }
}

/// The creation of one object: the values that its initializer can request with its ``Building``.
///
/// The site is empty after the initializer has returned, so that a stored ``Building`` keeps no instance alive.
final class ConstructionSite: Sendable {
    private let scope: String

    /// The values by type; nil after the initializer has returned.
    private let values: Lock<[ObjectIdentifier: AnyInstance]?>

    /// Creates a site.
    ///
    /// - Parameters:
    ///   - scope: The path of the scope that creates the object.
    ///   - values: The values by type.
    init(of scope: String, _ values: [ObjectIdentifier: AnyInstance]) {
        self.scope = scope
        self.values = Lock(values)
    }

    /// The path of the scope that creates the object.
    var currentScope: String {
        get throws(BuildingEnded) {
            if values.withLock({ $0 == nil }) { throw BuildingEnded(scope: scope) }
            return scope
        }
    }

    /// Returns the value of a type.
    ///
    /// - Throws: ``UndeclaredDependency`` when the type is not declared; ``BuildingEnded`` after the initializer has
    ///   returned.
    func value<Value: Sendable>(_ type: Value.Type, at location: BindingLocation) throws -> Value {
        guard let values = values.withLock({ $0 }) else { throw BuildingEnded(scope: scope) }
        guard let instance = values[ObjectIdentifier(type)] else {
            throw UndeclaredDependency(key: BindingKey(type), location: location)
        }
        return instance.value(as: type)
    }

    /// Removes the values, because the initializer has returned or failed.
    func end() {
        // The values are released after the lock.
        _ = values.withLock { $0.take() }
    }
}

extension ConstructionSite {
    /// Reads the value of a type.
    typealias Reader = @Sendable (InstanceSource) throws -> AnyInstance

    private convenience init(_ readers: [ObjectIdentifier: Reader], _ source: InstanceSource) throws {
        self.init(of: source.context.path, try readers.mapValues { try $0(source) })
    }

    /// Returns a factory that runs another factory at a site.
    static func around(
        _ factory: @escaping SynchronousFactory, _ readers: [ObjectIdentifier: Reader]
    ) -> SynchronousFactory {
        return { source in
            let site = try ConstructionSite(readers, source)
            defer { site.end() }
            return try factory(source.at(site))
        }
    }

    /// Returns a factory that runs another factory at a site.
    static func around(
        _ factory: @escaping AsynchronousFactory, _ readers: [ObjectIdentifier: Reader]
    ) -> AsynchronousFactory {
        return { source in
            let site = try ConstructionSite(readers, source)
            let create = try factory(source.at(site))
            return {
                defer { site.end() }
                return try await create()
            }
        }
    }
}

/// An error that is thrown when a ``Building`` is used after the initializer that received it has returned.
public struct BuildingEnded: Error, Hashable, Sendable {
    /// The path of the scope that created the object.
    public let scope: String
}

extension BuildingEnded: CustomStringConvertible {
    /// The scope, the reason and the remedy.
    public var description: String {
        """
        a Building of \(scope) was used after its initializer had returned; use it only in that initializer, and store the \
        values that it provides
        """
    }
}

/// An error that is thrown when an object requests a type through ``Dependency`` that its `dependencies` do not contain.
public struct UndeclaredDependency: Error, Hashable, Sendable {
    /// The requested key.
    public let key: BindingKey
    /// The source location of the request.
    public let location: BindingLocation
}

extension UndeclaredDependency: CustomStringConvertible {
    /// The key, the location and the remedy.
    public var description: String {
        """
        @Dependency of \(key) (\(location)) is not declared: add the property to the `dependencies` of the object
        """
    }
}
