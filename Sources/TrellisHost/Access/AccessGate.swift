import HostInterface
import Trellis

/// Lets a call pass when its caller has the role that the contract asks for, and has the audit log note what was
/// operated and administered.
///
/// `GetInfo` is everybody's. A call from within the process has no peer, and passes: it comes from the daemon itself.
struct AccessGate: CallGate {
    /// Who has which role.
    let policy: AccessPolicy

    /// Which method asks for which.
    let roles: RoleTable

    /// Where calls are noted.
    let audit: AuditLog

    func admission(to method: VarlinkContract.Method, of interface: String) -> CallAdmission? {
        if interface == ServiceContract.contract.name && method.name == "GetInfo" { return nil }
        let required =
            interface == ServiceContract.contract.name ? .read : roles.role(of: "\(interface).\(method.name)")
        return { try admit($0, having: required) }
    }

    private func admit(_ request: CallRequest, having required: Role) throws -> CallVerdict {
        guard let peer = request.context.peer else { return .pass(nil) }
        let role = policy.role(user: peer.userID, groups: [peer.groupID] + peer.supplementaryGroupIDs)
        let isAllowed = role.map { $0 >= required } ?? false
        if isAllowed && required <= .read { return .pass(nil) }
        // What is noted names the caller's unit, which has to be looked up.
        return .wait {
            let unit = await request.context.peerProcess()?.unit
            @Sendable func entry(_ outcome: AuditLog.Entry.Outcome) -> AuditLog.Entry {
                AuditLog.Entry(
                    method: request.qualifiedMethod, peer: peer, unit: unit, role: required, outcome: outcome)
            }
            if !isAllowed {
                audit.note(entry(.refused))
                throw HostError.roleRequired(role: required.rawValue)
            }
            return { [audit] outcome in
                audit.note(entry(outcome.error.map { .failed($0, outcome.duration) } ?? .done(outcome.duration)))
            }
        }
    }
}
