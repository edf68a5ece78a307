/// An issue (docs.github.com, "REST API endpoints for issues").
struct Issue: Sendable, Hashable {
    /// Whether it is open.
    enum State: String, Sendable, Hashable, Decodable {
        /// It is.
        case open

        /// It was closed.
        case closed
    }

    /// Its number in its repository.
    var number: Int

    /// Its title.
    var title: String

    /// Whether it is open.
    var state: State

    /// The names of its labels.
    var labels: [String] = []

    /// The title of its milestone.
    var milestone: String?

    /// The logins of those who shall see to it.
    var assignees: [String] = []

    /// The login of who opened it; nil when the account is gone.
    var author: String?

    /// How many comments it has.
    var comments = 0

    /// When it was opened: a time as RFC 3339 has it, in UTC, which is what GitHub writes.
    var created: String

    /// When it was last changed.
    var updated: String

    /// When it was closed.
    var closed: String?

    /// Whether it is a pull request, which GitHub serves as issues too.
    var isPullRequest = false

    /// Its page.
    var url: String

    /// What it says, in Markdown.
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

    /// A label is an object, or in some answers its name alone (the schema issue of GitHub's OpenAPI description).
    private struct Label: Decodable {
        private struct Object: Decodable { var name: String? }

        let name: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            name = try (try? container.decode(String.self)) ?? container.decode(Object.self).name
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(1..., forKey: .number)
        title = try container.decode(String.self, forKey: .title)
        state = try container.decode(State.self, forKey: .state)
        labels = try (container.decodeIfPresent([Label].self, forKey: .labels) ?? []).compactMap(\.name)
        milestone = try container.decodeIfPresent(Milestone.self, forKey: .milestone)?.title
        assignees = try (container.decodeIfPresent([Account].self, forKey: .assignees) ?? []).map(\.login)
        author = try container.decodeIfPresent(Account.self, forKey: .user)?.login
        comments = try container.decodeIfPresent(0..., forKey: .comments) ?? 0
        created = try container.decodeTime(forKey: .created)
        updated = try container.decodeTime(forKey: .updated)
        closed = try container.decodeTimeIfPresent(forKey: .closed)
        isPullRequest = try container.decodeIfPresent(Presence.self, forKey: .pullRequest) != nil
        url = try container.decode(String.self, forKey: .url)
        body = try container.decodeIfPresent(String.self, forKey: .body)
    }
}
