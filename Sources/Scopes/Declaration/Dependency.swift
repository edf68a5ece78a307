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
/// ``Building``, so other code can't create the object without its dependencies. The requested types are declared by
/// ``UsesDependencies`` or ``BindingOption/uses(_:)``, so that validation covers them.
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
    /// - Throws: ``UndeclaredDependency`` when the binding of the object does not declare the type; ``BuildingEnded``
    ///   when the initializer that received the `building` has returned.
    public init(_ building: Building, file: String = #fileID, line: Int = #line) throws {
        wrappedValue = try building.site.value(Value.self, at: BindingLocation(file: file, line: line))
    }

    /// Creates the property with a value, for an initializer that other code can call, such as a test.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}
