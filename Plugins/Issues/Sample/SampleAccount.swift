import TrellisHTTP

/// The recorded account, decoded with the types of GitHub's responses.
struct SampleAccount: Sendable {
    /// The server of the account's pages; the domain `example` is reserved (RFC 2606).
    static let server = "https://github.example"

    /// The user of the account.
    let user: User

    /// The repositories, sorted by name.
    let repositories: [Repository]

    /// The issues by repository.
    let issues: [RepositoryName: [Issue]]

    /// The labels, milestones and assignees of each repository.
    let options: [IssueOption.Kind: [IssueOption]]

    /// Decodes the recording.
    ///
    /// - Throws: `DecodingError` when the recording does not match the types of the responses.
    init() throws {
        user = try Self.decode(User.self, SampleRecording.user)
        repositories = try Self.decode([Repository].self, SampleRecording.repositories)
        var issues: [RepositoryName: [Issue]] = [:]
        for (name, recording) in SampleRecording.issues {
            if let name = RepositoryName(name) { issues[name] = try Self.decode([Issue].self, recording) }
        }
        self.issues = issues
        options = [
            .label: try Self.decode([LabelPayload].self, SampleRecording.labels).map(\.option),
            .milestone: try Self.decode([MilestonePayload].self, SampleRecording.milestones).map(\.option),
            .assignee: try Self.decode([AssigneePayload].self, SampleRecording.assignees).map(\.option),
        ]
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ recording: String) throws -> Value {
        try ReceivedJSON.decode(type, from: Array(recording.utf8))
    }
}
