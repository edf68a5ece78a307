/// A label, milestone or assignee that can be set on an issue.
struct IssueOption: Sendable, Hashable {
    /// The kind of an option.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A label.
        case label

        /// A milestone.
        case milestone

        /// A user to whom the issue can be assigned.
        case assignee
    }

    /// The kind.
    var kind: Kind

    /// The name of the label, the title of the milestone, the login of the assignee.
    var name: String

    /// The description.
    var description: String?

    /// The number of a milestone, its identifier in the API; nil for other kinds.
    var number: Int?
}
