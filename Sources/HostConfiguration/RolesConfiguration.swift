import HostSupport
public import Trellis

/// The roles of users and groups on the control socket: the section `control.roles`.
///
/// Each key is a list of users by name or number, groups with the prefix `@`, or `*` for everyone. Root and the
/// daemon's own user always have the role `administer`.
public struct RolesConfiguration: Sendable, Equatable {
    /// The users and groups with the role `read`.
    public var read: [String]

    /// The users and groups with the role `operate`.
    public var operate: [String]

    /// The users and groups with the role `administer`.
    public var administer: [String]

    /// The default value of `operate`.
    ///
    /// The value is valid even if the group does not exist.
    private static let standardOperators = ["@trellis"]

    /// Reads the configuration.
    /// - Parameter settings: The section `control.roles`.
    public init(from settings: Settings) {
        read = settings.strings("read", "The users that may read: names, @groups, or * for everyone.")
        operate = settings.strings(
            "operate", default: Self.standardOperators,
            "The users that may also use the plugins: names, @groups, or * for everyone.")
        administer = settings.strings(
            "administer",
            "The users that may also manage the daemon, in addition to root and the daemon's own user: names, "
                + "@groups, or * for everyone.")
        for (key, names) in [("read", read), ("operate", operate), ("administer", administer)]
        where names != Self.standardOperators {
            for (index, name) in names.enumerated() {
                if name.isEmpty || name == "@" {
                    settings.reject(key, "empty name: expected a user, or a group as @name", element: index)
                } else if !Self.isKnown(name) {
                    let noun = name.hasPrefix("@") ? "group" : "user"
                    settings.reject(
                        key, "unknown \(noun) '\(name)': correct the name, or create the \(noun)", element: index)
                }
            }
        }
    }

    private static func isKnown(_ name: String) -> Bool {
        if name == "*" { return true }
        return name.hasPrefix("@")
            ? AccountNames.groupID(String(name.dropFirst())) != nil : AccountNames.userID(name) != nil
    }
}
