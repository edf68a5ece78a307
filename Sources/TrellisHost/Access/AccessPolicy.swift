import Glibc
import HostConfiguration
import HostSupport
import Synchronization
import Trellis

/// The roles of users and groups on the control socket.
struct AccessPolicy: Sendable, Equatable {
    /// The users and groups with a role.
    struct Grant: Sendable, Equatable {
        var users: Set<UInt32> = []
        var groups: Set<UInt32> = []
        var isEveryone = false
    }

    /// The users and groups with each role.
    private(set) var grants: [Role: Grant] = [:]

    /// The identifier of the daemon's user.
    let ownUser: UInt32

    /// Creates a policy, and looks up the names in the configuration.
    ///
    /// An unknown name has no effect.
    ///
    /// - Parameters:
    ///   - configuration: The users and groups of each role, by name or number.
    ///   - ownUser: The identifier of the daemon's user, whose role is always administer.
    init(_ configuration: RolesConfiguration, ownUser: UInt32 = geteuid()) {
        self.ownUser = ownUser
        for (role, names) in [
            (Role.read, configuration.read), (.operate, configuration.operate), (.administer, configuration.administer),
        ] {
            var grant = Grant()
            for name in names {
                if name == "*" {
                    grant.isEveryone = true
                } else if name.hasPrefix("@"), let group = AccountNames.groupID(String(name.dropFirst())) {
                    grant.groups.insert(group)
                } else if !name.hasPrefix("@"), let user = AccountNames.userID(name) {
                    grant.users.insert(user)
                }
            }
            grants[role] = grant
        }
    }

    /// Returns the role of a caller.
    ///
    /// - Parameters:
    ///   - user: The identifier of the caller's user.
    ///   - groups: The identifiers of the caller's groups, evaluated only if necessary.
    /// - Returns: The highest role of the user and the groups; nil when none of them has a role.
    func role(user: UInt32, groups: @autoclosure () -> [UInt32]) -> Role? {
        if user == 0 || user == ownUser { return .administer }
        var known: [UInt32]?
        for role in Self.rolesInDescendingOrder {
            guard let grant = grants[role] else { continue }
            if grant.isEveryone || grant.users.contains(user) { return role }
            if grant.groups.isEmpty { continue }
            let groups = known ?? groups()
            known = groups
            if !grant.groups.isDisjoint(with: groups) { return role }
        }
        return nil
    }

    /// Returns the role of the peer of a connection; nil when it has no role.
    func role(of peer: PeerCredentials) -> Role? {
        role(user: peer.userID, groups: [peer.groupID] + peer.supplementaryGroupIDs)
    }

    /// Whether the peer of a connection has a role, or a higher one.
    func permits(_ peer: PeerCredentials, _ required: Role) -> Bool { role(of: peer).map { $0 >= required } ?? false }

    private static let rolesInDescendingOrder = Role.allCases.sorted(by: >)
}

/// The access policy that applies to calls, which a reload of the configuration replaces.
final class CurrentPolicy: Sendable {
    private let policy: Deferred<AccessPolicy>
    private let replacements = Atomic<Int>(0)

    /// Creates a policy.
    ///
    /// - Parameter compute: Computes the policy at its first use, because that looks up names in the name service.
    init(_ compute: @escaping @Sendable () -> AccessPolicy) { policy = Deferred(compute) }

    /// The policy that applies now.
    var value: AccessPolicy { policy.value }

    /// The number of the policy, which changes with each replacement.
    var version: Int { replacements.load(ordering: .acquiring) }

    /// Replaces the policy.
    ///
    /// - Parameter new: The policy for all further calls, also those on open connections, and for further replies of streams.
    func replace(with new: AccessPolicy) {
        policy.replace(with: new)
        replacements.add(1, ordering: .releasing)
    }
}

extension PeerCredentials {
    /// The identifier of no user or group: (uid_t) -1, which the system never assigns.
    static let unknownUser = UInt32.max

    /// The credentials of calls in the name of the peer of a connection.
    ///
    /// The process of the peer is unknown, because it may end before the calls. A call without a peer comes from the daemon's
    /// own process.
    init(representing peer: PeerCredentials?) {
        self.init(
            processID: 0, userID: peer?.userID ?? geteuid(), groupID: peer?.groupID ?? getegid(),
            supplementaryGroupIDs: peer?.supplementaryGroupIDs ?? [])
    }
}
