/// The arguments of the scene `optionSelect`.
struct OptionSelectRequest: Sendable, Hashable {
    /// The kind of the options.
    var kind: IssueOption.Kind

    /// The repository of the options.
    var repository: RepositoryName

    /// Whether closed milestones are included.
    var includingClosed = false
}
