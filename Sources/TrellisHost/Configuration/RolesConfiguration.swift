public import Trellis

/// Who may do what on the control socket: the section `control.roles`.
///
/// Each key is a list of users by name or number, of groups with an `@` before them, or `*` for everyone. Root and the
/// daemon's own user are administrators, whatever is said here.
public struct RolesConfiguration: Sendable, Equatable {
    /// Who may look.
    public var read: [String]

    /// Who may do what the daemon is there for, too.
    public var operate: [String]

    /// Who may change how the daemon runs, too.
    public var administer: [String]

    /// The group that may operate by default.
    ///
    /// The default is valid on a machine that lacks the group.
    private static let standardOperators = ["@trellis"]

    /// Reads the configuration.
    /// - Parameter settings: The section `control.roles`.
    public init(from settings: Settings) {
        read = settings.strings("read", "Who may look: users, @groups, or * for everyone.")
        operate = settings.strings(
            "operate", default: Self.standardOperators,
            "Who may do what the daemon is there for: users, @groups, or * for everyone.")
        administer = settings.strings(
            "administer",
            "Who may change how the daemon runs, beside root and its own user: users, @groups, or * for everyone.")
        for (key, names) in [("read", read), ("operate", operate), ("administer", administer)]
        where names != Self.standardOperators {
            if names.contains(where: { $0.isEmpty || $0 == "@" }) {
                settings.refuse(key, "has an empty name in it: write users by name, and groups as @name")
            }
            for name in names where !name.isEmpty && name != "@" && !Self.isKnown(name) {
                let noun = name.hasPrefix("@") ? "group" : "user"
                settings.refuse(
                    key, "names an unknown \(noun) '\(name)': correct the name, or create the \(noun) on this machine")
            }
        }
    }

    private static func isKnown(_ name: String) -> Bool {
        if name == "*" { return true }
        return name.hasPrefix("@")
            ? AccountNames.groupID(String(name.dropFirst())) != nil : AccountNames.userID(name) != nil
    }
}
