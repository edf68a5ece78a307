import Trellis

/// The environment of the scene `optionSelect`: functions that request pages of labels, milestones and assignees.
struct OptionSelectEnvironment: Sendable {
    /// Requests a page of labels; without a link, the first page.
    var requestLabels: @Sendable (_ repository: RepositoryName, _ link: PageLink?) async throws -> OptionPage

    /// Requests a page of open milestones, or of all milestones if `includingClosed` is true; without a link, the first
    /// page.
    var requestMilestones:
        @Sendable (_ repository: RepositoryName, _ includingClosed: Bool, _ link: PageLink?) async throws -> OptionPage

    /// Requests a page of possible assignees; without a link, the first page.
    var requestAssignees: @Sendable (_ repository: RepositoryName, _ link: PageLink?) async throws -> OptionPage

    /// A page of options.
    typealias OptionPage = Response<Page<IssueOption>>
}

extension OptionSelectEnvironment {
    /// Creates an environment whose operations call the service of an account.
    ///
    /// The environment is valid while the account's scope is open.
    init(account: AccountModel) {
        let service = account.service
        self.init(
            requestLabels: { try await service().options(.label, of: $0, includingClosed: false, at: $1) },
            requestMilestones: { try await service().options(.milestone, of: $0, includingClosed: $1, at: $2) },
            requestAssignees: { try await service().options(.assignee, of: $0, includingClosed: false, at: $1) })
    }
}
