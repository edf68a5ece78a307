/// The arguments of the method `Create`, as the client sends them.
struct NewIssueRequest: Sendable, Hashable {
    /// The title of the issue; nil for the title of the draft.
    var title: String?

    /// The body, in Markdown; nil for the body of the draft.
    var body: String?

    /// The names of the labels.
    var labels: [String] = []

    /// The title of the milestone.
    var milestone: String?

    /// The logins of the assignees.
    var assignees: [String] = []
}
