import HostConfiguration
import HostSupport
import Trellis

extension PluginHost {
    /// Provides the instances of the grants that a plugin declares, in the plugin's own scope.
    static func provideGrants(
        of registration: PluginRegistration, _ router: VarlinkRouter, _ access: AccessInterceptor?,
        in blueprint: inout Blueprint
    ) {
        guard registration.manifest.grants.contains(.userCalls) else { return }
        // A factory instead of a value: a reload compares values, and the instance is the same during a run of the daemon.
        blueprint.provide({ () in UserCalls(of: registration.name, router, access) }, .carried)
    }
}

extension UserCalls {
    /// Creates the calls that a plugin makes in the name of users.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - router: The router that serves the calls.
    ///   - access: The authorization and the audit log; nil allows every call, and records none.
    init(of plugin: String, _ router: VarlinkRouter, _ access: AccessInterceptor?) {
        self.init { context in
            let peer = PeerCredentials(representing: context.peer)
            return RepresentedUser(
                id: peer.userID, name: AccountNames.userName(peer.userID) ?? "\(peer.userID)",
                role: { access.map { $0.policy.value.role(of: peer) } ?? .administer },
                connect: { LocalCaller(router: router, peer: peer, origin: plugin) })
        } recording: { rejected in
            access?.audit.record(AuditEntry(rejected, by: plugin))
        }
    }
}

extension AuditEntry {
    /// The maximum length of the description of a rejected request, in bytes.
    private static let maximumRequestSize = 200

    /// Creates the record of a request that a plugin has rejected.
    fileprivate init(_ rejected: RejectedRequest, by plugin: String) {
        self.init(
            method: String(decoding: rejected.request.utf8.prefix(Self.maximumRequestSize), as: UTF8.self),
            plugin: plugin,
            peer: PeerCredentials(
                processID: 0, userID: rejected.user ?? PeerCredentials.unknownUser,
                groupID: PeerCredentials.unknownUser),
            via: plugin, role: .read, outcome: .rejected(rejected.reason))
    }
}
