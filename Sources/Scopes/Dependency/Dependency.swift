/// A property that is filled by the scope that makes the object, without a parameter of the initialiser.
///
/// ```swift
/// struct HomeUseCase: UsesDependencies {
///     static var dependencies: DependencyTypes { DependencyTypes((any MovieRepository).self) }
///
///     @Dependency var repository: any MovieRepository
/// }
/// ```
///
/// There is no global: only the scope that is making the object at that moment is asked, and what the object may ask for is
/// declared, by ``UsesDependencies`` or by ``BindingOption/uses(_:)``, so that admission knows it. The value is
/// fixed when the object is made.
///
/// A property with a wrapper is a variable in Swift 6.3, so that a class with one can only be `@unchecked Sendable`; or it holds
/// the wrapper as it is, `let repository = Dependency<any MovieRepository>()`, and reads its ``wrappedValue``.
///
/// An object that is made by hand, as in a test, is given the value:
/// `HomeUseCase(repository: Dependency(wrappedValue: mock))`.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case filled(Value)
        /// There was nothing to fill it.
        case empty(BindingLocation, isInScope: Bool)
    }

    private let state: State

    /// Asks the scope that is making the object.
    ///
    /// What is not declared is noted; the binding fails when its initialiser returns (``UndeclaredDependency``).
    ///
    /// - Parameters:
    ///   - file: The property's file.
    ///   - line: The property's line.
    public init(file: String = #fileID, line: Int = #line) {
        let location = BindingLocation(file: file, line: line)
        let site = ConstructionSite.current
        let value = site?.value(Value.self, at: location)
        if site == nil {
            OrphanedDependencies.note(UndeclaredDependency(key: BindingKey(Value.self), location: location))
        }
        state = value.map { .filled($0) } ?? .empty(location, isInScope: site != nil)
    }

    /// Fills the property by hand.
    public init(wrappedValue: Value) {
        state = .filled(wrappedValue)
    }

    /// The value.
    ///
    /// Reading it is a programming error when the object was made neither by a scope nor with a value; and in an
    /// initialiser whose binding does not declare it.
    public var wrappedValue: Value {
        switch state {
        case .filled(let value): return value
        case .empty(let location, isInScope: true):
            preconditionFailure(
                "\(location): \(Value.self) is read in the initialiser, but the binding does not declare it; add it to `uses`"
            )
        case .empty(let location, isInScope: false):
            preconditionFailure(
                "\(location): no scope made the object, so \(Value.self) is missing; give it by Dependency(wrappedValue:)"
            )
        }
    }
}
