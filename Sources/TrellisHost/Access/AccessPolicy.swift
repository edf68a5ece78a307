import Glibc
import Trellis

/// Who may do what on the control socket.
struct AccessPolicy: Sendable, Equatable {
    /// Those who have a role.
    struct Grant: Sendable, Equatable {
        var users: Set<UInt32> = []
        var groups: Set<UInt32> = []
        var isEveryone = false
    }

    /// Who has which role, by name.
    private(set) var grants: [Role: Grant] = [:]

    /// The user that the daemon runs as.
    let ownUser: UInt32

    /// Looks up the names of a configuration.
    ///
    /// An unknown name grants nothing.
    ///
    /// - Parameters:
    ///   - configuration: Who has which role.
    ///   - ownUser: The user that the daemon runs as.
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

    /// The role of a caller; nil when he has none.
    ///
    /// - Parameters:
    ///   - user: His user.
    ///   - groups: His groups; looked up only when they decide.
    /// - Returns: The role, or nil.
    func role(user: UInt32, groups: @autoclosure () -> [UInt32]) -> Role? {
        if user == 0 || user == ownUser { return .administer }
        var known: [UInt32]?
        for role in Self.rolesFromTheTop {
            guard let grant = grants[role] else { continue }
            if grant.isEveryone || grant.users.contains(user) { return role }
            if grant.groups.isEmpty { continue }
            let groups = known ?? groups()
            known = groups
            if !grant.groups.isDisjoint(with: groups) { return role }
        }
        return nil
    }

    private static let rolesFromTheTop = Role.allCases.sorted(by: >)
}
