/// An entry of a session's navigation stack.
struct NavigationEntry: Sendable, Hashable {
    /// The kind of a scene.
    enum Kind: Sendable, Hashable {
        /// A list of repositories.
        case repos

        /// A list of the issues of a repository.
        case issues

        /// An issue.
        case issue

        /// An issue to create.
        case newIssue
    }

    /// The kind of the scene that is shown.
    var kind: Kind

    /// The repository of the scene; in a list of repositories, the selected one.
    var repository: RepositoryName?

    /// The number of the shown issue.
    var number: Int?

    /// The title of the shown issue or of the new one.
    var title: String?

    /// The options of the new issue.
    var options: [IssueOption] = []
}

extension NavigationEntry.Kind {
    /// Whether an open scene remains below a new one.
    ///
    /// The list of repositories is at the bottom, a list of issues is above it, and an issue or a new issue is at the
    /// top.
    func isBelow(_ other: Self) -> Bool { level < other.level }

    private var level: Int {
        switch self {
        case .repos: 0
        case .issues: 1
        case .issue, .newIssue: 2
        }
    }
}
