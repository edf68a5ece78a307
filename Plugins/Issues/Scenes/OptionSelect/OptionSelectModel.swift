import Trellis

/// A choice among the labels, the milestones, or the possible assignees of a repository.
struct OptionSelectModel: Sendable {
    private let kind: IssueOption.Kind
    private let walk: PageWalk<IssueOption>

    init(request: OptionSelectRequest, environment: OptionSelectEnvironment) {
        kind = request.kind
        walk = PageWalk { link in
            switch request.kind {
            case .label: try await environment.requestLabels(request.repository, link)
            case .milestone: try await environment.requestMilestones(request.repository, request.includingClosed, link)
            case .assignee: try await environment.requestAssignees(request.repository, link)
            }
        }
    }

    /// Tells what there is to choose from, as its pages arrive.
    ///
    /// - Parameter tell: Takes an option.
    /// - Throws: ``GitHubFailure``, what `tell` throws, `CancellationError`.
    func tell(_ tell: (Answer<IssueOption>) async throws -> Void) async throws {
        try await walk.run { option in
            try await tell(option)
            return true
        }
    }

    /// Chooses some by their names.
    ///
    /// - Parameter names: The names. The case of letters does not matter to GitHub, unless two differ in nothing else.
    /// - Returns: What they name, in the same order, each once.
    /// - Throws: ``OptionFailure`` for the first that there is not; ``GitHubFailure``; `CancellationError`.
    func select(_ names: [String]) async throws -> [IssueOption] {
        guard !names.isEmpty else { return [] }
        var options: [IssueOption] = []
        try await walk.run { option in
            options.append(option.value)
            // All that is asked for is there, letter by letter: no later page can change that.
            return !names.allSatisfy { name in options.contains { $0.name == name } }
        }
        var chosen: [IssueOption] = []
        for name in names {
            guard
                let option = options.first(where: { $0.name == name })
                    ?? options.first(where: { $0.name.lowercased() == name.lowercased() })
            else {
                throw OptionFailure.noSuchOption(
                    kind, name: name, suggestion: Suggestion.nearest(to: name, among: options.map(\.name)))
            }
            if !chosen.contains(option) { chosen.append(option) }
        }
        return chosen
    }
}
