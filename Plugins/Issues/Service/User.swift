/// An account of GitHub's (docs.github.com, "REST API endpoints for users", "Get the authenticated user").
struct User: Sendable, Hashable, Decodable {
    /// The name by which it signs in.
    var login: String

    /// The name of the person or the organization, if it says one.
    var name: String?

    /// Its page.
    var url: String

    private enum CodingKeys: String, CodingKey {
        case login, name
        case url = "html_url"
    }
}
