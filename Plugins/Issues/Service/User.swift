/// A GitHub account (docs.github.com, "REST API endpoints for users", "Get the authenticated user").
struct User: Sendable, Hashable, Decodable {
    /// The login, which identifies the account.
    var login: String

    /// The display name, if the account has one.
    var name: String?

    /// The URL of the account's page.
    var url: String

    private enum CodingKeys: String, CodingKey {
        case login, name
        case url = "html_url"
    }
}
