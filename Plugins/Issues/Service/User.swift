import TrellisHTTP

/// A GitHub account (docs.github.com, "REST API endpoints for users", "Get the authenticated user").
struct User: Sendable, Hashable {
    /// The login, which identifies the account.
    var login: String

    /// The display name, if the account has one.
    var name: String?

    /// The URL of the account's page.
    var url: String
}

extension User: Decodable {
    private enum CodingKeys: String, CodingKey {
        case login, name
        case url = "html_url"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            login: try container.decode(String.self, forKey: .login),
            name: container.decodeIfValid(String.self, forKey: .name),
            url: try container.decode(String.self, forKey: .url))
    }
}
