/// The model of a list of repositories.
actor ReposModel: PlaceModel {
    nonisolated let actions: PlaceActions

    private let pagination: Pagination<Repository>
    private var names: [String] = []
    private var selected: RepositoryName?

    init(request: ReposRequest, environment: ReposEnvironment, actions: PlaceActions) {
        pagination = Pagination { try await environment.requestRepositories(request.owner, $0) }
        self.actions = actions
    }

    var entry: NavigationEntry { NavigationEntry(kind: .repos, repository: selected) }

    /// Lists the repositories by name, as their pages arrive.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of repositories; nil for no limit.
    ///   - body: Receives each repository with its number, from 1.
    /// - Throws: ``GitHubFailure`` when a request fails; the error of the body; `CancellationError` when the task is
    ///   cancelled.
    func list(
        limit: Int? = nil, _ body: @Sendable (_ number: Int, Response<Repository>) async throws -> Void
    ) async throws {
        let limit = limit ?? .max
        guard limit > 0 else { return }
        names = []
        try await pagination.elements { repository in
            names.append(repository.value.name)
            try await body(names.count, repository)
            return names.count < limit
        }
    }

    /// Selects the repository with a number.
    ///
    /// - Throws: ``SessionFailure/noSuchNumber(_:highest:)`` when the list has no such number.
    func select(_ number: Int) async throws -> Response<Issue>? {
        guard names.indices.contains(number - 1), let name = RepositoryName(names[number - 1]) else {
            throw SessionFailure.noSuchNumber(number, highest: names.count)
        }
        selected = name
        return nil
    }

    /// Selects a repository by its name without the owner.
    ///
    /// - Parameter name: The name without the owner, ignoring case.
    /// - Returns: The first repository with this name.
    /// - Throws: ``GitHubFailure/notFound(what:)`` when no repository has the name; another ``GitHubFailure`` when a
    ///   request fails; `CancellationError` when the task is cancelled.
    func select(named name: String) async throws -> RepositoryName {
        var found: RepositoryName?
        try await pagination.elements { repository in
            if let candidate = RepositoryName(repository.value.name), candidate.name.lowercased() == name.lowercased() {
                found = candidate
            }
            return found == nil
        }
        guard let found else {
            throw GitHubFailure.notFound(
                what: "a repository \(name) that the account can access; use OWNER/NAME for another owner's")
        }
        return found
    }
}
