import TrellisHTTP

/// A repository (docs.github.com, "REST API endpoints for repositories", "List repositories for the authenticated
/// user").
struct Repository: Sendable, Hashable {
    /// The full name, `OWNER/NAME`.
    var name: String

    /// The description, if the repository has one.
    var description: String?

    /// Whether the repository is private.
    var isPrivate: Bool

    /// Whether the repository is archived and read-only; nil when GitHub does not return this field.
    var isArchived: Bool?

    /// The number of open issues and pull requests.
    var openCount: Int

    /// The URL of the repository's page.
    var url: String
}

extension Repository: Decodable {
    private enum CodingKeys: String, CodingKey {
        case description
        case name = "full_name"
        case isPrivate = "private"
        case isArchived = "archived"
        case openCount = "open_issues_count"
        case url = "html_url"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            description: container.decodeIfValid(String.self, forKey: .description),
            isPrivate: try container.decode(Bool.self, forKey: .isPrivate),
            isArchived: container.decodeIfValid(Bool.self, forKey: .isArchived),
            openCount: try container.decode(0..., forKey: .openCount),
            url: try container.decode(String.self, forKey: .url))
    }
}
