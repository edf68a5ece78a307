import TrellisHTTP

/// An issue (docs.github.com, "REST API endpoints for issues").
struct Issue: Sendable, Hashable {
    /// The state of an issue.
    enum State: String, Sendable, Hashable, Codable {
        /// The issue is open.
        case open

        /// The issue was closed.
        case closed
    }

    /// The number in the repository.
    var number: Int

    /// The title of the issue.
    var title: String

    /// Whether the issue is open or closed.
    var state: State

    /// The names of the labels.
    var labels: [String] = []

    /// The title of the milestone.
    var milestone: String?

    /// The logins of the assignees.
    var assignees: [String] = []

    /// The login of the author; nil when the account was deleted.
    var author: String?

    /// The number of comments.
    var comments = 0

    /// The time of creation, in the form of RFC 3339, in UTC, as GitHub returns it.
    var created: String

    /// The time of the last change, in the same form.
    var updated: String

    /// The time at which the issue was closed, in the same form; nil when the issue is open.
    var closed: String?

    /// Whether the issue is a pull request, which GitHub also returns as an issue.
    var isPullRequest = false

    /// The URL of the issue's page.
    var url: String

    /// The body, in Markdown.
    var body: String?
}

extension Issue: Decodable {
    private enum CodingKeys: String, CodingKey {
        case number, title, state, labels, milestone, assignees, user, comments, body
        case created = "created_at"
        case updated = "updated_at"
        case closed = "closed_at"
        case pullRequest = "pull_request"
        case url = "html_url"
    }

    private struct Account: Decodable { var login: String }
    private struct Milestone: Decodable { var title: String }
    private struct Presence: Decodable {}

    /// A label, which is an object or a string (schema `issue` of GitHub's OpenAPI description).
    private struct Label: Decodable {
        private struct Object: Decodable { var name: String? }

        let name: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            name = try (try? container.decode(String.self)) ?? container.decode(Object.self).name
        }
    }

    /// Decodes an issue.
    ///
    /// A field without which the issue could not be shown must be valid; any other is left out.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(1..., forKey: .number)
        title = try container.decode(String.self, forKey: .title)
        state = try container.decode(State.self, forKey: .state)
        labels = container.decodeValidElements(Label.self, forKey: .labels).compactMap(\.name)
        milestone = container.decodeIfValid(Milestone.self, forKey: .milestone)?.title
        assignees = container.decodeValidElements(Account.self, forKey: .assignees).map(\.login)
        author = container.decodeIfValid(Account.self, forKey: .user)?.login
        comments = max(container.decodeIfValid(Int.self, forKey: .comments) ?? 0, 0)
        created = try container.decodeTime(forKey: .created)
        updated = (try? container.decodeTime(forKey: .updated)) ?? created
        closed = try? container.decodeTime(forKey: .closed)
        isPullRequest = container.decodeIfValid(Presence.self, forKey: .pullRequest) != nil
        url = try container.decode(String.self, forKey: .url)
        body = container.decodeIfValid(String.self, forKey: .body)
    }
}
