/// A list of repositories.
struct ReposModel: Sendable {
    private let request: ReposRequest
    private let walk: PageWalk<Repository>

    init(request: ReposRequest, environment: ReposEnvironment) {
        self.request = request
        walk = PageWalk { try await environment.requestRepositories(request.owner, $0) }
    }

    /// Tells the repositories, by name, as their pages arrive.
    ///
    /// - Parameters:
    ///   - limit: How many at most; nil for all.
    ///   - tell: Takes a repository.
    /// - Throws: ``GitHubFailure``, what `tell` throws, `CancellationError`.
    func tell(limit: Int? = nil, _ tell: (Answer<Repository>) async throws -> Void) async throws {
        var rest = limit ?? .max
        guard rest > 0 else { return }
        try await walk.run { repository in
            try await tell(repository)
            rest -= 1
            return rest > 0
        }
    }

    /// Selects one by its name alone.
    ///
    /// - Parameter name: The name without the owner's; the case of its letters does not matter.
    /// - Returns: The first that is called so.
    /// - Throws: ``GitHubFailure``, ``GitHubFailure/notFound(what:)`` when none is; `CancellationError`.
    func select(named name: String) async throws -> RepositoryName {
        var found: RepositoryName?
        try await walk.run { repository in
            if let candidate = RepositoryName(repository.value.name), candidate.name.lowercased() == name.lowercased() {
                found = candidate
            }
            return found == nil
        }
        guard let found else {
            throw GitHubFailure.notFound(
                what: "a repository \(name) that the account can see: say OWNER/NAME for another's")
        }
        return found
    }
}
