extension Blueprint {
    /// Declares a scene, a short-lived nested scope that an object opens with arguments.
    ///
    /// ```swift
    /// blueprint.scene(MovieID.self, MovieDetails.self) { blueprint in
    ///     blueprint.provide(MovieDetails.init(id:repository:))
    /// }
    /// ```
    ///
    /// An object with a ``Scene`` parameter of the two types can open the scene. A binding inside receives the
    /// arguments by their type, and can require all that is visible in this blueprint. The scene always opens under the
    /// scope that declares it, whichever object opens it.
    ///
    /// - Parameters:
    ///   - arguments: The type of the arguments, which are one value; `Void` for none.
    ///   - model: The type of the instance that the opener receives. The scene must bind this type.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares the bindings of the scene. Called once, immediately.
    public mutating func scene<Arguments: Sendable, Model: Sendable>(
        _ arguments: Arguments.Type,
        _ model: Model.Type,
        file: String = #fileID,
        line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        let location = BindingLocation(file: file, line: line)
        var blueprint = Blueprint(
            "\(BindingKey(model))", kind: .scene(model: Requirement(of: model)), location: location, limitsOf: self)
        blueprint.addArguments(arguments)
        assemble(&blueprint)
        let index = nested.count
        nested.append(blueprint)
        let factory = Factory.synchronous { _ in
            { source in AnyInstance(Scene<Arguments, Model>(declarer: source.context, index: index)) }
        }
        add(
            Binding(
                Scene<Arguments, Model>.self, implementation: Scene<Arguments, Model>.self, requirements: [],
                factory: factory, role: .scene, options: [BindingOption<Scene<Arguments, Model>>](), isGiven: true,
                file: file, line: line))
    }

    /// Declares the session, a nested scope that the owner of this scope opens for each connection.
    ///
    /// - Parameters:
    ///   - arguments: The type of the value with which the owner opens a session. A binding of the session can require
    ///     this value by its type.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares the bindings of the session. Called once, immediately.
    public mutating func session<Arguments: Sendable>(
        _ arguments: Arguments.Type,
        file: String = #fileID,
        line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        let location = BindingLocation(file: file, line: line)
        var blueprint = Blueprint("session", kind: .session, location: location, limitsOf: self)
        blueprint.addArguments(arguments)
        assemble(&blueprint)
        nested.append(blueprint)
    }

    /// Declares the session, without arguments.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares the bindings of the session. Called once, immediately.
    public mutating func session(
        file: String = #fileID,
        line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        session(Void.self, file: file, line: line, assemble)
    }

    /// Declares a nested scope, which the owner of this scope opens.
    ///
    /// Both blueprints are validated together. The owner gets the nested plan from ``Plan/nested(_:)`` and opens it
    /// with ``Scope/open(_:importing:)-(Plan,_)``, any number of times. Scopes that are nested in one blueprint can't request
    /// each other's exports; validate such scopes together under the open scope, with an ``Admission``.
    public mutating func nest(_ blueprint: Blueprint) {
        nested.append(blueprint)
    }

    private mutating func addArguments<Arguments: Sendable>(_ arguments: Arguments.Type) {
        if Arguments.self == Void.self { return }
        add(
            Binding(
                arguments, implementation: arguments, requirements: [], factory: .arguments, role: .arguments,
                options: [BindingOption<Arguments>](), isGiven: true, file: location.file, line: location.line))
    }
}

/// Opens a scene, as the parameter of an initializer.
///
/// ```swift
/// actor MoviesCoordinator {
///     let details: Scene<MovieID, MovieDetails>
///
///     init(details: Scene<MovieID, MovieDetails>) { self.details = details }
///
///     func show(_ id: MovieID) async throws -> Movie {
///         try await details.open(id) { model in try await model.load() }
///     }
/// }
/// ```
///
/// The scene opens under the scope that declares it with ``Blueprint/scene(_:_:file:line:_:)``, and closes with that
/// scope at the latest. It can't be opened while that scope is still being opened.
public struct Scene<Arguments: Sendable, Model: Sendable>: Sendable {
    /// The scope that declares the scene.
    let declarer: any ScopeContext
    /// The position of the scene among the blueprints that are nested in the declarer's blueprint.
    let index: Int
}
