/// A property wrapper for a dependency that is not a parameter of the initializer.
///
/// ```swift
/// struct HomeUseCase: UsesDependencies {
///     static var dependencies: DependencyTypes { DependencyTypes((any MovieRepository).self) }
///
///     @Dependency var repository: any MovieRepository
/// }
/// ```
///
/// The value comes from the scope that is creating the object, and not from a global container. The requested types are
/// declared by ``UsesDependencies`` or ``BindingOption/uses(_:)``, so that validation covers them. The value is fixed
/// when the object is created.
///
/// In Swift 6.3 a wrapped property is a variable, so a class with such a property can only be `@unchecked Sendable`.
/// Alternatively, the class stores the wrapper as a constant, `let repository = Dependency<any MovieRepository>()`, and
/// reads its ``wrappedValue``.
///
/// Code that creates the object without a scope, such as a test, passes the value:
/// `HomeUseCase(repository: Dependency(wrappedValue: mock))`.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case filled(Value)
        case empty(BindingLocation, isInScope: Bool)
    }

    private let state: State

    /// Requests the value from the scope that is creating the object.
    ///
    /// If the type is not declared, the binding fails when its initializer returns (``UndeclaredDependency``).
    ///
    /// - Parameters:
    ///   - file: The file of the property.
    ///   - line: The line of the property.
    public init(file: String = #fileID, line: Int = #line) {
        let location = BindingLocation(file: file, line: line)
        let site = ConstructionSite.current
        let value = site?.value(Value.self, at: location)
        if site == nil {
            OrphanedDependencies.note(UndeclaredDependency(key: BindingKey(Value.self), location: location))
        }
        state = value.map { .filled($0) } ?? .empty(location, isInScope: site != nil)
    }

    /// Creates the property with a value.
    public init(wrappedValue: Value) {
        state = .filled(wrappedValue)
    }

    /// The value of the dependency.
    ///
    /// Reading the value is a programming error if the object was created neither by a scope nor with a value. It is
    /// also a programming error in an initializer whose binding does not declare the type.
    public var wrappedValue: Value {
        switch state {
        case .filled(let value): return value
        case .empty(let location, isInScope: true):
            preconditionFailure(
                "\(location): \(Value.self) is read in the initializer, but the binding does not declare it; add it to `uses`"
            )
        case .empty(let location, isInScope: false):
            preconditionFailure(
                "\(location): no scope created the object, so \(Value.self) is missing; pass it by Dependency(wrappedValue:)"
            )
        }
    }
}
