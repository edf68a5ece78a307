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
    func contracts(of blueprint: Blueprint) -> [VarlinkContract] {
        ([blueprint] + blueprint.nested).flatMap { $0.contributions(to: (any VarlinkInterface).self) }
            .compactMap { ($0.implementation as? any VarlinkInterface.Type)?.contract }
    }
}
