import Synchronization
import Trellis

/// Which role each method asks for, as the contracts say.
final class RoleTable: Sendable {
    private let roles = Mutex<[String: Role]>([:])

    /// Reads what contracts ask for.
    ///
    /// - Parameter contracts: The contracts, of interfaces that are served now or may be later.
    /// - Throws: ``UnknownRole`` when one names a role that there is not.
    func learn(_ contracts: [VarlinkContract]) throws(UnknownRole) {
        var learnt: [String: Role] = [:]
        for contract in contracts {
            guard let interface = try? InterfaceDescription(parsing: contract.description) else { continue }
            for method in interface.methods {
                learnt["\(contract.name).\(method.name)"] = try Role(requiredBy: method)
            }
        }
        let new = learnt
        roles.withLock { $0.merge(new) { $1 } }
    }

    /// The role that a method asks for.
    ///
    /// - Parameter method: Its qualified name.
    /// - Returns: The role; ``Role/administer`` for a method that no contract was read of.
    func role(of method: String) -> Role {
        roles.withLock { $0[method] } ?? .administer
    }
}
