public import Varlink

/// What a caller may do with the daemon.
///
/// Who may do more may do less, too.
///
/// A contract says which role a method asks for, in a line of the comment above it:
///
///     # Adds an item.
///     # [Requires role 'operate']
///     method Add(title: string) -> (item: Item)
///
/// So everyone who reads the contract knows, and `trellisctl` shows it. A method that does not say asks for
/// ``operate``.
public enum Role: String, Sendable, Hashable, CaseIterable, Comparable {
    /// May look, and change nothing.
    case read

    /// May do what the daemon is there for.
    case operate

    /// May change how the daemon runs.
    case administer

    /// Whether one role may do less than another.
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

    /// The role that a method asks for; ``operate`` when its comment does not say.
    ///
    /// - Parameter method: The method, as its contract has it.
    /// - Throws: ``UnknownRole`` when the comment names a role that there is not.
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

/// A contract asks for a role that there is not.
public struct UnknownRole: Error, Sendable, Hashable, CustomStringConvertible {
    /// What stands where the role should.
    public var name: String

    /// The method that asks for it.
    public var method: String

    /// What is wrong, and which roles there are.
    public var description: String {
        let roles = Role.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "the method \(method) requires the role '\(name)', and there are only \(roles)"
    }
}
