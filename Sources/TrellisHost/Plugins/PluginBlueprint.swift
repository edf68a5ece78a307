import Trellis

extension ConfiguredPlugin {
    /// The name of the scope that a reload replaces.
    static let generation = "generation"

    /// What the plugin is made of: its own scope, with the generation nested in it.
    ///
    /// - Parameters:
    ///   - environment: What the host grants to the plugin.
    ///   - adjust: Changes the declaration before it is admitted, for tests.
    /// - Returns: The blueprint.
    func blueprint(environment: PluginEnvironment, adjust: (inout Blueprint) -> Void = { _ in }) -> Blueprint {
        var blueprint = Blueprint(registration.name)
        blueprint.closingTimeLimit = supervision.timeoutStop
        blueprint.provide(value: environment, .marked(.carried))
        assemble(&blueprint)
        adjust(&blueprint)
        var (own, generation) = blueprint.split(by: .carried, inner: Self.generation)
        own.nest(generation)
        return own
    }

    /// The contracts of the interfaces that the plugin serves, whether it runs or not.
    ///
    /// - Parameter blueprint: What the plugin is made of.
    /// - Returns: Those that the plugin serves itself, and those that a session of it serves.
    func contracts(of blueprint: Blueprint) -> PluginContracts {
        let scopes = [blueprint] + blueprint.nested.filter { $0.name == Self.generation }
        return PluginContracts(
            shared: scopes.flatMap(\.contracts), session: scopes.compactMap(\.sessionBlueprint).flatMap(\.contracts))
    }
}

/// What a plugin serves on the control socket.
struct PluginContracts: Sendable {
    /// Served to everyone by the same instance.
    var shared: [VarlinkContract]

    /// Served to each connection by an instance of its own, in its session.
    var session: [VarlinkContract]

    /// All of them.
    var all: [VarlinkContract] { shared + session }
}

extension Blueprint {
    /// The contracts of the interfaces that are served in the scope itself.
    fileprivate var contracts: [VarlinkContract] {
        contributions(to: (any VarlinkInterface).self)
            .compactMap { ($0.implementation as? any VarlinkInterface.Type)?.contract }
    }
}
