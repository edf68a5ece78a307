/// A label, milestone or assignee that can be set on an issue.
struct IssueOption: Sendable, Hashable {
    /// The kind of an option.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A label of a repository.
        case label

        /// A milestone of a repository.
        case milestone

        /// A user to whom the issue can be assigned.
        case assignee
    }

    /// The kind of the option.
    var kind: Kind

    /// The name of the label, the title of the milestone, or the login of the assignee.
    var name: String

    /// The description of a label or milestone, if it has one.
    var description: String?

    /// The number that identifies a milestone in the API; nil for other kinds.
    var number: Int?
}
