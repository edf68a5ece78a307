/// A repository (docs.github.com, "REST API endpoints for repositories", "List repositories for the authenticated
/// user").
struct Repository: Sendable, Hashable {
    /// `OWNER/NAME`.
    var name: String

    /// What it says of itself.
    var description: String?

    /// Whether only some accounts can see it.
    var isPrivate: Bool

    /// Whether it can't be changed any more; nil when GitHub does not say.
    var isArchived: Bool?

    /// How many issues and pull requests are open.
    var openCount: Int

    /// Its page.
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
            description: try container.decodeIfPresent(String.self, forKey: .description),
            isPrivate: try container.decode(Bool.self, forKey: .isPrivate),
            isArchived: try container.decodeIfPresent(Bool.self, forKey: .isArchived),
            openCount: try container.decode(0..., forKey: .openCount),
            url: try container.decode(String.self, forKey: .url))
    }
}
