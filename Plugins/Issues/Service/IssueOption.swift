/// Something that can be chosen for an issue.
struct IssueOption: Sendable, Hashable {
    /// What it is.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A label.
        case label

        /// A milestone.
        case milestone

        /// Somebody who can see to it.
        case assignee
    }

    /// What it is.
    var kind: Kind

    /// The name of the label, the title of the milestone, the login of the assignee.
    var name: String

    /// What it says of itself.
    var description: String?

    /// The number of the milestone, by which GitHub knows it; nil of anything else.
    var number: Int?
}
