/// What there is to choose from: the arguments of the scene optionSelect.
struct OptionSelectRequest: Sendable, Hashable {
    /// Which kind of option.
    var kind: IssueOption.Kind

    /// Of which repository.
    var repository: RepositoryName

    /// Whether milestones count that are closed.
    var includingClosed = false
}
