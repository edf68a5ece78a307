/// An issue that is to be opened, with what was chosen for it.
struct IssueDraft: Sendable, Hashable {
    /// In which repository.
    var repository: RepositoryName

    /// What it is called.
    var title: String

    /// What it says, in Markdown.
    var body: String?

    /// Its labels, its milestone, and those who shall see to it.
    var options: [IssueOption] = []
}
