import HostInterface
import Trellis

/// Lets a call pass when its caller has the role that the contract asks for, and has the audit log note what was operated and
/// administered.
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
        return { try await admit($0, having: required) }
    }

    private func admit(_ request: CallRequest, having required: Role) async throws -> CallObserver? {
        guard let peer = request.context.peer else { return nil }
        let role = policy.role(user: peer.userID, groups: [peer.groupID] + peer.supplementaryGroupIDs)
        guard let role, role >= required else {
            audit.note(
                AuditLog.Entry(
                    method: request.qualifiedMethod, peer: peer, unit: await request.context.peerProcess()?.unit,
                    role: required, outcome: .refused))
            throw HostError.roleRequired(role: required.rawValue)
        }
        guard required > .read else { return nil }
        let unit = await request.context.peerProcess()?.unit
        return { [audit] outcome in
            audit.note(
                AuditLog.Entry(
                    method: request.qualifiedMethod, peer: peer, unit: unit, role: required,
                    outcome: outcome.error.map { .failed($0, outcome.duration) } ?? .done(outcome.duration)))
        }
    }
}
