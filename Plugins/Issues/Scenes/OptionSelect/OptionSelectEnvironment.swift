import Trellis

/// What the choice of options may use: to request a page of labels, of milestones, of those who can be assigned.
struct OptionSelectEnvironment: Sendable {
    /// Requests a page of labels; the first, without a link.
    var requestLabels: @Sendable (_ repository: RepositoryName, _ link: PageLink?) async throws -> OptionPage

    /// Requests a page of milestones, those that are closed too if need be; the first, without a link.
    var requestMilestones:
        @Sendable (_ repository: RepositoryName, _ includingClosed: Bool, _ link: PageLink?) async throws -> OptionPage

    /// Requests a page of those who can be assigned; the first, without a link.
    var requestAssignees: @Sendable (_ repository: RepositoryName, _ link: PageLink?) async throws -> OptionPage

    /// A page of options.
    typealias OptionPage = Answer<Page<IssueOption>>
}

extension OptionSelectEnvironment {
    /// Cuts the environment from the service.
    ///
    /// It works as long as the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(
            requestLabels: { try await service().options(.label, of: $0, includingClosed: false, at: $1) },
            requestMilestones: { try await service().options(.milestone, of: $0, includingClosed: $1, at: $2) },
            requestAssignees: { try await service().options(.assignee, of: $0, includingClosed: false, at: $1) })
    }
}
