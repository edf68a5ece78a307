import Trellis

extension ConfiguredPlugin {
    /// The name of the scope inside the plugin's own scope.
    static let generation = "generation"

    /// The blueprint of the plugin's own scope, with the generation nested in it.
    ///
    /// - Parameters:
    ///   - environment: The plugin's environment.
    ///   - adjust: Changes the blueprint before it is validated, for tests.
    /// - Returns: The blueprint.
    func blueprint(environment: PluginEnvironment, adjust: (inout Blueprint) -> Void = { _ in }) -> Blueprint {
        var blueprint = Blueprint(registration.name, file: registration.file, line: registration.line)
        blueprint.closingTimeLimit = supervision.timeoutStop
        blueprint.provide(value: environment, .marked(.carried))
        assemble(&blueprint)
        adjust(&blueprint)
        carryConfiguration(&blueprint)
        var (own, generation) = blueprint.split(by: .carried, inner: Self.generation)
        own.nest(generation)
        return own
    }

    /// The contracts of the plugin's interfaces.
    ///
    /// - Parameter blueprint: The blueprint of the plugin.
    /// - Returns: The contracts.
    func contracts(of blueprint: Blueprint) -> PluginContracts {
        let scopes = [blueprint] + blueprint.nested.filter { $0.name == Self.generation }
        return PluginContracts(
            shared: scopes.flatMap(\.contracts), session: scopes.compactMap(\.sessionBlueprint).flatMap(\.contracts))
    }
}

/// The contracts of the interfaces that a plugin serves on the control socket.
struct PluginContracts: Sendable, Equatable {
    /// The contracts of the interfaces with one instance for all connections.
    var shared: [VarlinkContract]

    /// The contracts of the interfaces with one instance per connection, in its session.
    var session: [VarlinkContract]

    /// All contracts.
    var all: [VarlinkContract] { shared + session }
}

extension Blueprint {
    /// The contracts of the interfaces that this scope serves, without nested scopes.
    fileprivate var contracts: [VarlinkContract] {
        contributions(to: (any VarlinkInterface).self)
            .compactMap { ($0.implementation as? any VarlinkInterface.Type)?.contract }
    }
}
