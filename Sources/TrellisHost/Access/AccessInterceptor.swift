import HostInterface
import HostSupport
import Trellis

/// Allows a call when its caller has the required role, and writes the audit log.
///
/// The role is required for each reply of a stream, too, because a reload can revoke it. Every caller may call `GetInfo`. A call without a peer comes from the daemon's own process, and is allowed.
struct AccessInterceptor: CallInterceptor {
    /// The roles of users and groups.
    let policy: CurrentPolicy

    /// The required roles of methods.
    let roles: RoleTable

    /// The audit log, which records the calls.
    let audit: AuditLog

    func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception? {
        if interface == ServiceContract.contract.name && method.name == "GetInfo" { return nil }
        let plugin = roles.plugin(of: interface)
        if interface == ServiceContract.contract.name {
            return { try decide($0, requiring: .read, of: plugin) }
        }
        let required = Deferred { [roles] in roles.role(of: method.name, in: interface) }
        return { try decide($0, requiring: required.value, of: plugin) }
    }

    private func decide(_ request: CallRequest, requiring required: Role, of plugin: String) throws -> CallDecision {
        guard let peer = request.context.peer else { return .proceed(nil) }
        // Read before the policy, so that a replacement in between is noticed.
        let version = policy.version
        let isAllowed = policy.value.permits(peer, required)
        if isAllowed, request.context.more {
            request.checkReplies { [policy] in
                guard policy.version != version, !policy.value.permits(peer, required) else { return }
                throw HostError.roleRequired(role: required.rawValue, requestID: CallIdentity.current?.requestID)
            }
        }
        if isAllowed && required <= .read { return .proceed(nil) }
        // The audit log names the caller's unit, which is looked up asynchronously.
        return .proceedAfter {
            let requestID = CallIdentity.current?.requestID
            let unit = await request.context.peerProcess()?.unit
            @Sendable func entry(_ outcome: AuditEntry.Outcome) -> AuditEntry {
                AuditEntry(
                    method: request.qualifiedMethod, plugin: plugin, peer: peer, unit: unit,
                    via: request.context.origin, requestID: requestID, role: required, outcome: outcome)
            }
            if !isAllowed {
                audit.record(entry(.refused))
                throw HostError.roleRequired(role: required.rawValue, requestID: requestID)
            }
            return { [audit] outcome in
                audit.record(entry(AuditEntry.Outcome(outcome)))
            }
        }
    }
}

extension AuditEntry.Outcome {
    /// Converts the outcome of a permitted call.
    fileprivate init(_ outcome: CallOutcome) {
        self =
            if outcome.reason is CancellationError {
                .cancelled(outcome.duration)
            } else if let error = outcome.error {
                .failed(error, outcome.duration)
            } else {
                .done(outcome.duration)
            }
    }
}
