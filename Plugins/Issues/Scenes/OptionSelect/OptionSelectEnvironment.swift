import Trellis

/// The environment of the scene optionSelect: it can request a page of labels, of milestones or of assignees.
struct OptionSelectEnvironment: Sendable {
    /// Requests a page of labels; nil as link for the first page.
    var requestLabels: @Sendable (_ repository: RepositoryName, _ link: PageLink?) async throws -> OptionPage

    /// Requests a page of open milestones, or of all if `includingClosed` is true; nil as link for the first page.
    var requestMilestones:
        @Sendable (_ repository: RepositoryName, _ includingClosed: Bool, _ link: PageLink?) async throws -> OptionPage

    /// Requests a page of possible assignees; nil as link for the first page.
    var requestAssignees: @Sendable (_ repository: RepositoryName, _ link: PageLink?) async throws -> OptionPage

    /// A page of options.
    typealias OptionPage = Response<Page<IssueOption>>
}

extension OptionSelectEnvironment {
    /// Creates the environment from the service.
    ///
    /// It is valid while the account's scope is open.
    init(service: Live<any IssueService>) {
        self.init(
            requestLabels: { try await service().options(.label, of: $0, includingClosed: false, at: $1) },
            requestMilestones: { try await service().options(.milestone, of: $0, includingClosed: $1, at: $2) },
            requestAssignees: { try await service().options(.assignee, of: $0, includingClosed: false, at: $1) })
    }
}
