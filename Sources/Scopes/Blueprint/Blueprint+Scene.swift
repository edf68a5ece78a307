extension Blueprint {
    /// Declares a scene: a short-lived scope under this one, opened by hand with arguments.
    ///
    /// ```swift
    /// blueprint.scene(MovieID.self, MovieDetails.self) { blueprint in
    ///     blueprint.provide(MovieDetails.init(id:repository:))
    /// }
    /// ```
    ///
    /// An object that takes a ``Scene`` of the two types has the right to open it. A binding inside takes the
    /// arguments by their type, and whatever is visible in this blueprint. The scene is always opened under the
    /// scope that declares it, whoever asks.
    ///
    /// - Parameters:
    ///   - arguments: The type of the arguments, one value. `Void` for none.
    ///   - model: What whoever opens the scene gets. The scene must bind it.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares what the scene provides. Called at once, and once.
    public mutating func scene<Arguments: Sendable, Model: Sendable>(
        _ arguments: Arguments.Type,
        _ model: Model.Type,
        file: String = #fileID,
        line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        let location = BindingLocation(file: file, line: line)
        var blueprint = Blueprint(
            "\(BindingKey(model))", kind: .scene(model: Need(of: model)), location: location)
        blueprint.takeArguments(arguments)
        blueprint.closingTimeLimit = closingTimeLimit
        blueprint.buildingTimeLimit = buildingTimeLimit
        assemble(&blueprint)
        let index = nested.count
        nested.append(blueprint)
        let recipe = Recipe.synchronous { linker in
            let offset = linker.offset
            return { core, _ in
                core.pointer(to: Scene<Arguments, Model>.self, at: offset)
                    .initialize(to: Scene<Arguments, Model>(core: core, index: index))
            }
        }
        add(
            Binding(
                Scene<Arguments, Model>.self, implementation: Scene<Arguments, Model>.self, needs: [], recipe: recipe,
                role: .scene, options: [BindingOption<Scene<Arguments, Model>>](), isGiven: true, file: file,
                line: line))
    }

    /// Declares the session: a scope under this one for each connection, opened by the owner of this scope.
    ///
    /// - Parameters:
    ///   - arguments: The type of what the owner hands to each session, one value. A binding inside takes it by its
    ///     type.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares what the session provides. Called at once, and once.
    public mutating func session<Arguments: Sendable>(
        _ arguments: Arguments.Type,
        file: String = #fileID,
        line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        var blueprint = Blueprint("session", kind: .session, location: BindingLocation(file: file, line: line))
        blueprint.takeArguments(arguments)
        blueprint.closingTimeLimit = closingTimeLimit
        blueprint.buildingTimeLimit = buildingTimeLimit
        assemble(&blueprint)
        nested.append(blueprint)
    }

    /// Declares the session, without arguments.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares what the session provides. Called at once, and once.
    public mutating func session(
        file: String = #fileID,
        line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        session(Void.self, file: file, line: line, assemble)
    }

    /// Declares a scope that the owner of this one opens under it.
    ///
    /// The two are admitted together. The owner finds the nested plan by ``Plan/nested(_:)`` and opens it by
    /// ``Scope/open(_:importing:)``, as often as it likes, or admits another blueprint in its place. Scopes that are nested in
    /// one blueprint can't ask for each other's exports; those that shall are admitted together under the open scope, by an
    /// ``Admission``.
    public mutating func nest(_ blueprint: Blueprint) {
        nested.append(blueprint)
    }

    private mutating func takeArguments<Arguments: Sendable>(_ arguments: Arguments.Type) {
        if Arguments.self == Void.self { return }
        add(
            Binding(
                arguments, implementation: arguments, needs: [], recipe: .arguments, role: .arguments,
                options: [BindingOption<Arguments>](), isGiven: true, file: location.file, line: location.line))
    }
}
