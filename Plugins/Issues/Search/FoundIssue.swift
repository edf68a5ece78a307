/// An issue that a search has found (docs.github.com, "REST API endpoints for search", "Search issues and pull requests").
struct FoundIssue: Sendable, Hashable {
    /// The repository of the issue.
    var repository: RepositoryName

    /// The number in the repository.
    var number: Int

    /// The title of the issue.
    var title: String

    /// Whether the issue is open or closed.
    var state: Issue.State
}

extension FoundIssue: Decodable {
    private enum CodingKeys: String, CodingKey {
        case number, title, state
        case repository = "repository_url"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(1..., forKey: .number)
        title = try container.decode(String.self, forKey: .title)
        state = try container.decode(Issue.State.self, forKey: .state)
        // The URL ends with /repos/OWNER/NAME.
        let url = try container.decode(String.self, forKey: .repository)
        guard let name = RepositoryName(url.split(separator: "/").suffix(2).joined(separator: "/")) else {
            throw DecodingError.dataCorruptedError(
                forKey: .repository, in: container, debugDescription: "'\(url)' is not the URL of a repository")
        }
        repository = name
    }
}
