import HostInterface
import Synchronization
import Trellis

/// The required role of each method, as declared in the contracts, and the plugin of each interface.
///
/// A contract is parsed at the first call of one of its methods: parsing the contracts of all plugins took an eighth of a
/// start. The code generator has rejected unknown roles.
final class RoleTable: Sendable {
    private struct Interface {
        let contract: VarlinkContract
        let plugin: String

        /// The roles of the methods by name; nil before the first call.
        var roles: [String: Role]?
    }

    private let interfaces = Mutex<[String: Interface]>([:])

    /// Stores the contracts of a plugin.
    ///
    /// - Parameters:
    ///   - contracts: The contracts that the plugin serves.
    ///   - plugin: The name of the plugin. Default: `trellisd`, for the contracts of the daemon itself.
    func register(_ contracts: [VarlinkContract], of plugin: String = AuditTrail.ownPlugin) {
        interfaces.withLock { interfaces in
            for contract in contracts { interfaces[contract.name] = Interface(contract: contract, plugin: plugin) }
        }
    }

    /// The plugin that serves an interface; `trellisd` for the interfaces of the daemon itself.
    func plugin(of interface: String) -> String {
        interfaces.withLock { $0[interface]?.plugin } ?? AuditTrail.ownPlugin
    }

    /// The required role of a method.
    ///
    /// - Parameters:
    ///   - method: The unqualified name of the method.
    ///   - interface: The name of the interface.
    /// - Returns: The role; ``Role/administer`` for an unknown method, and for a method that requires an unknown role.
    func role(of method: String, in interface: String) -> Role {
        guard let entry = interfaces.withLock({ $0[interface] }) else { return .administer }
        if let roles = entry.roles { return roles[method] ?? .administer }
        // Parsed outside the lock, which every call takes.
        let roles = entry.contract.roles
        interfaces.withLock { interfaces in
            // Another contract may have replaced it in the meantime.
            if interfaces[interface]?.contract == entry.contract { interfaces[interface]?.roles = roles }
        }
        return roles[method] ?? .administer
    }
}

extension VarlinkContract {
    /// The known roles that the methods require, by the names of the methods.
    fileprivate var roles: [String: Role] {
        let methods = (try? InterfaceDescription(parsing: description))?.methods ?? []
        return Dictionary(methods.compactMap { method in (try? Role(requiredBy: method)).map { (method.name, $0) } }) {
            first, _ in first
        }
    }
}
