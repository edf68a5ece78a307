/// The full name of a repository, such as `octocat/Hello-World`.
struct RepositoryName: Sendable, Hashable, CustomStringConvertible {
    /// The login of the user or the organization.
    let owner: String

    /// The name without the owner.
    let name: String

    /// The name in the form `OWNER/NAME`.
    var description: String { "\(owner)/\(name)" }

    /// Parses a full name.
    ///
    /// - Parameter text: A string of the form `OWNER/NAME`. The initializer returns nil for any other string.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isValid(parts[0]), Self.isValid(parts[1]) else { return nil }
        owner = String(parts[0])
        name = String(parts[1])
    }

    /// Returns whether a string is a valid name of an owner or a repository.
    ///
    /// A valid name has 1 to 100 ASCII letters, digits, dashes, dots and underscores, and is neither `.` nor `..`.
    static func isValid(_ text: some StringProtocol) -> Bool {
        guard (1...100).contains(text.utf8.count), text != ".", text != ".." else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
