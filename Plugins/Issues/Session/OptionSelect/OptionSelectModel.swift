import Trellis

/// The model of the labels, the milestones or the possible assignees of a repository.
struct OptionSelectModel: Sendable {
    private let kind: IssueOption.Kind
    private let pagination: Pagination<IssueOption>

    init(request: OptionSelectRequest, environment: OptionSelectEnvironment) {
        kind = request.kind
        pagination = Pagination { link in
            switch request.kind {
            case .label: try await environment.requestLabels(request.repository, link)
            case .milestone: try await environment.requestMilestones(request.repository, request.includingClosed, link)
            case .assignee: try await environment.requestAssignees(request.repository, link)
            }
        }
    }

    /// Lists the options, as their pages arrive.
    ///
    /// - Parameter body: Receives each option.
    /// - Throws: ``GitHubFailure`` when a request fails; the error of the body; `CancellationError` when the task is
    ///   cancelled.
    func list(_ body: (Response<IssueOption>) async throws -> Void) async throws {
        try await pagination.elements { option in
            try await body(option)
            return true
        }
    }

    /// Selects options by their names.
    ///
    /// - Parameter names: The names. An exact match has priority over a match that ignores case.
    /// - Returns: The options in the order of their names, without duplicates.
    /// - Throws: ``OptionFailure`` for the first name without an option; ``GitHubFailure`` when a request fails;
    ///   `CancellationError` when the task is cancelled.
    func select(_ names: [String]) async throws -> [IssueOption] {
        guard !names.isEmpty else { return [] }
        var options: [IssueOption] = []
        try await pagination.elements { option in
            options.append(option.value)
            // Exact matches have priority, so further pages are not necessary when every name has an exact match.
            return !names.allSatisfy { name in options.contains { $0.name == name } }
        }
        var selected: [IssueOption] = []
        for name in names {
            guard
                let option = options.first(where: { $0.name == name })
                    ?? options.first(where: { $0.name.lowercased() == name.lowercased() })
            else {
                throw OptionFailure.noSuchOption(
                    kind, name: name, suggestion: Suggestion.nearest(to: name, among: options.map(\.name)))
            }
            if !selected.contains(option) { selected.append(option) }
        }
        return selected
    }
}
