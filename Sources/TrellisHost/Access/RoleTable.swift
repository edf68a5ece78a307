import Synchronization
import Trellis

/// The required role of each method, as declared in the contracts.
final class RoleTable: Sendable {
    private let roles = Mutex<[String: Role]>([:])

    /// Registers the methods of contracts.
    ///
    /// - Parameter contracts: The contracts.
    /// - Throws: ``UnknownRole`` when a method requires an unknown role.
    func register(_ contracts: [VarlinkContract]) throws(UnknownRole) {
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

    /// The required role of a method.
    ///
    /// - Parameter method: The qualified name of the method.
    /// - Returns: The role; ``Role/administer`` for an unknown method.
    func role(of method: String) -> Role {
        roles.withLock { $0[method] } ?? .administer
    }
}
