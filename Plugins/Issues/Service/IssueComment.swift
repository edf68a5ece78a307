/// A comment on an issue (docs.github.com, "REST API endpoints for issue comments").
struct IssueComment: Sendable, Hashable {
    /// The URL of the comment on the issue's page.
    var url: String
}

extension IssueComment: Decodable {
    private enum CodingKeys: String, CodingKey {
        case url = "html_url"
    }
}
