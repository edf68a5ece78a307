/// The model of a list of repositories.
struct ReposModel: Sendable {
    private let pagination: Pagination<Repository>

    init(request: ReposRequest, environment: ReposEnvironment) {
        pagination = Pagination { try await environment.requestRepositories(request.owner, $0) }
    }

    /// Lists the repositories by name, as their pages arrive.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of repositories; nil for no limit.
    ///   - body: Receives each repository.
    /// - Throws: ``GitHubFailure`` when a request fails; the error of the body; `CancellationError` when the task is
    ///   cancelled.
    func list(limit: Int? = nil, _ body: (Response<Repository>) async throws -> Void) async throws {
        var remaining = limit ?? .max
        guard remaining > 0 else { return }
        try await pagination.elements { repository in
            try await body(repository)
            remaining -= 1
            return remaining > 0
        }
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
