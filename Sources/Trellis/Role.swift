public import Varlink

/// The role of a caller, or the role that a method requires.
///
/// Each role includes the permissions of the roles below it, in the order read, operate, administer.
///
/// A contract declares the required role of a method in a line of the comment above the method:
///
///     # Adds an item.
///     # [Requires role 'operate']
///     method Add(title: string) -> (item: Item)
///
/// `trellisctl` shows the role in the help of the command. A method without a declaration requires ``operate``.
public enum Role: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Permits reading.
    case read

    /// Permits the use of the plugins, including changes of their data.
    case operate

    /// Permits the management of the daemon.
    case administer

    /// Returns whether one role is lower than another.
    public static func < (one: Role, other: Role) -> Bool {
        one.rank < other.rank
    }

    private var rank: Int {
        switch self {
        case .read: 0
        case .operate: 1
        case .administer: 2
        }
    }

    /// The role that a method requires; ``operate`` when its comment does not declare one.
    ///
    /// - Parameter method: The method in its contract.
    /// - Throws: ``UnknownRole`` when the comment declares an unknown role.
    public init(requiredBy method: InterfaceDescription.Method) throws(UnknownRole) {
        let start = "[Requires role '"
        for line in method.documentation.lines where line.hasPrefix(start) && line.hasSuffix("']") {
            let name = String(line.dropFirst(start.count).dropLast(2))
            guard let role = Role(rawValue: name) else { throw UnknownRole(name: name, method: method.name) }
            self = role
            return
        }
        self = .operate
    }
}

/// The error for a method that requires an unknown role.
public struct UnknownRole: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the unknown role.
    public var name: String

    /// The name of the method that requires the unknown role.
    public var method: String

    /// The problem and the valid roles.
    public var description: String {
        let roles = Role.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "the method \(method) requires an unknown role '\(name)': expected one of \(roles)"
    }
}

/// An instance that the host provides only to the plugins whose manifests declare it.
///
/// An operator grants it by enabling the plugin. `trellisd --check` rejects a plugin that requires the instance and does not
/// declare the grant.
public enum PluginGrant: String, Sendable, Hashable, CaseIterable {
    /// ``UserCalls``: calls in the name of the users who called the plugin.
    case userCalls
}
