import HostInterface
import Trellis

/// Lets a call pass when its caller has the role that the contract asks for, and has the audit log note what was
/// operated and administered.
///
/// `GetInfo` is everybody's. A call from within the process has no peer, and passes: it comes from the daemon itself.
struct AccessInterceptor: CallInterceptor {
    /// Who has which role.
    let policy: AccessPolicy

    /// Which method asks for which.
    let roles: RoleTable

    /// Where calls are noted.
    let audit: AuditLog

    func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception? {
        if interface == ServiceContract.contract.name && method.name == "GetInfo" { return nil }
        let required =
            interface == ServiceContract.contract.name ? .read : roles.role(of: "\(interface).\(method.name)")
        return { try decide($0, requiring: required) }
    }

    private func decide(_ request: CallRequest, requiring required: Role) throws -> CallDecision {
        guard let peer = request.context.peer else { return .proceed(nil) }
        let role = policy.role(user: peer.userID, groups: [peer.groupID] + peer.supplementaryGroupIDs)
        let isAllowed = role.map { $0 >= required } ?? false
        if isAllowed && required <= .read { return .proceed(nil) }
        // What is noted names the caller's unit, which has to be looked up.
        return .proceedAfter {
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
