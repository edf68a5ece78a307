import HostConfiguration
import HostSupport
import Logging
import ServiceLifecycle
import Trellis

import enum Systemd.ExitStatus

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
        // `timeoutStart` is what an operator increases for a slow initializer.
        blueprint.buildingTimeLimit = max(blueprint.buildingTimeLimit, supervision.timeoutStart)
        blueprint.provide(value: environment, .marked(.carried))
        // A closure: a carried value that is not `Equatable` would restart the plugin at each reload.
        blueprint.provide({ (plugin: PluginEnvironment) in plugin.logger }, .carried)
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
        let scopes = blueprint.pluginScopes
        return PluginContracts(
            shared: scopes.flatMap(\.served).map(\.contract),
            session: scopes.compactMap(\.sessionBlueprint).flatMap(\.served).map(\.contract))
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
    /// The failure of a root scope that declares what the daemon uses only of plugins; nil if it declares nothing of it.
    var rootFailure: HostFailure? {
        let verbs = [
            BindingKey((any VarlinkInterface).self): "serve", BindingKey((any Service).self): "run",
            BindingKey((any HealthCheck).self): "check", BindingKey(BackupParts.self): "backUp",
            BindingKey(ScheduledJob.self): "schedule",
        ]
        let declared =
            bindings.filter { $0.role == .contribution }.compactMap { binding in
                verbs[binding.key].map { (verb: $0, location: binding.location) }
            } + (sessionBlueprint.map { [(verb: "session", location: $0.location)] } ?? [])
            + PluginExtensionPoints(of: self).extended.map { (verb: "extend", location: $0.location) }
            + exports.map { (verb: "export", location: $0.location) }
        return HostFailure(
            joining: declared.map {
                HostFailure(
                    .software, "\($0.location): the root scope has no \($0.verb): nothing would use it",
                    advice: "Declare it in a plugin")
            })
    }

    /// The interfaces that a plugin serves, including those of its session, with the locations of their declarations.
    var servedInterfaces: [(name: String, location: BindingLocation)] {
        let scopes = pluginScopes
        return (scopes + scopes.compactMap(\.sessionBlueprint)).flatMap(\.served).map {
            ($0.contract.name, $0.location)
        }
    }

    /// The blueprint of a plugin's own scope, and that of its generation.
    fileprivate var pluginScopes: [Blueprint] { [self] + nested.filter { $0.name == ConfiguredPlugin.generation } }

    /// The contracts of the interfaces that this scope serves, without nested scopes.
    fileprivate var served: [(contract: VarlinkContract, location: BindingLocation)] {
        contributions(to: (any VarlinkInterface).self).compactMap { binding in
            (binding.implementation as? any VarlinkInterface.Type).map { ($0.contract, binding.location) }
        }
    }
}
