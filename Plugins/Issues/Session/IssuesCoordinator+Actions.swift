import Trellis

// The actions of the models call methods of the coordinator, and throw an error after the session has closed.

extension PlaceActions {
    /// Creates the actions that navigate through a coordinator.
    init(coordinator: Live<IssuesCoordinator>) {
        self.init(
            showIssues: { try await coordinator().showIssues($0, of: .named($1), limit: $2, $3) },
            showIssue: { try await coordinator().showIssue($0, in: .named($1)) },
            newIssue: { try await coordinator().beginIssue($0) },
            listOptions: { try await coordinator().options($0, of: .named($1), $2) },
            comment: { body, number, repository in
                try await coordinator().withIssue(number, in: .named(repository)) { try await $0.comment(body) }
            },
            changeState: { change, number, repository in
                try await coordinator().withIssue(number, in: .named(repository)) { try await $0.change(change) }
            })
    }
}

extension NewIssueActions {
    /// Creates the actions that navigate through a coordinator.
    init(coordinator: Live<IssuesCoordinator>) {
        self.init(
            selectOptions: { try await coordinator().selectOptions($0, $1, of: $2) },
            showCreated: { try await coordinator().showCreated($0, in: $1) })
    }
}
