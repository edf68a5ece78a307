import TrellisHTTP

/// A label in a response of GitHub (docs.github.com, "REST API endpoints for labels").
struct LabelPayload: Decodable, Sendable {
    var name: String
    var description: String?

    var option: IssueOption { IssueOption(kind: .label, name: name, description: description) }

    private enum CodingKeys: String, CodingKey {
        case name, description
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        description = container.decodeIfValid(String.self, forKey: .description)
    }
}

/// A milestone in a response of GitHub (docs.github.com, "REST API endpoints for milestones").
struct MilestonePayload: Decodable, Sendable {
    var number: Int
    var title: String
    var description: String?

    var option: IssueOption { IssueOption(kind: .milestone, name: title, description: description, number: number) }

    private enum CodingKeys: String, CodingKey {
        case number, title, description
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(1..., forKey: .number)
        title = try container.decode(String.self, forKey: .title)
        description = container.decodeIfValid(String.self, forKey: .description)
    }
}

/// A possible assignee in a response of GitHub (docs.github.com, "REST API endpoints for issue assignees").
struct AssigneePayload: Decodable, Sendable {
    var login: String

    var option: IssueOption { IssueOption(kind: .assignee, name: login) }
}
