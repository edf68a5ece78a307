import HostInterface
import Synchronization
import Trellis

/// The required role of each method, as declared in the contracts, and the plugin of each interface.
final class RoleTable: Sendable {
    private let roles = Mutex<[String: Role]>([:])
    private let plugins = Mutex<[String: String]>([:])

    /// Stores the required roles of the methods in a plugin's contracts.
    ///
    /// - Parameters:
    ///   - contracts: The contracts that the plugin serves.
    ///   - plugin: The name of the plugin. Default: `trellisd`, for the contracts of the daemon itself.
    /// - Throws: ``UnknownRole`` when a method requires an unknown role.
    func register(
        _ contracts: [VarlinkContract], of plugin: String = AuditTrail.ownPlugin
    ) throws(UnknownRole) {
        plugins.withLock { plugins in for contract in contracts { plugins[contract.name] = plugin } }
        var registered: [String: Role] = [:]
        for contract in contracts {
            guard let interface = try? InterfaceDescription(parsing: contract.description) else { continue }
            for method in interface.methods {
                registered["\(contract.name).\(method.name)"] = try Role(requiredBy: method)
            }
        }
        let new = registered
        roles.withLock { $0.merge(new) { $1 } }
    }

    /// The plugin that serves an interface; `trellisd` for the interfaces of the daemon itself.
    func plugin(of interface: String) -> String {
        plugins.withLock { $0[interface] } ?? AuditTrail.ownPlugin
    }

    /// The required role of a method.
    ///
    /// - Parameter method: The qualified name of the method.
    /// - Returns: The role; ``Role/administer`` for an unknown method.
    func role(of method: String) -> Role {
        roles.withLock { $0[method] } ?? .administer
    }
}
