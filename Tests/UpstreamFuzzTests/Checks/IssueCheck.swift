import Foundation
import TrellisHTTP

@testable import Issues

/// Checks the decoders of GitHub's answers with any bytes.
public enum IssueCheck {
    /// Decodes an answer of the kind that the first byte names.
    ///
    /// What is accepted has numbers in their ranges and texts that Varlink can carry. Ends the process otherwise.
    public static func run(_ input: [UInt8]) {
        guard let kind = input.first else { return }
        let bytes = Array(input.dropFirst())
        switch kind % 8 {
        case 0:
            for issue in decode([GitHubIssue].self, bytes) ?? [] { check(issue) }
        case 1:
            for repository in decode([Repository].self, bytes) ?? [] {
                precondition(repository.openCount >= 0)
                checkTexts([repository.name, repository.description, repository.url])
            }
        case 2:
            if let user = decode(User.self, bytes) { checkTexts([user.login, user.name, user.url]) }
        case 3:
            check((decode([LabelPayload].self, bytes) ?? []).map(\.option))
            check((decode([AssigneePayload].self, bytes) ?? []).map(\.option))
        case 4:
            check((decode([MilestonePayload].self, bytes) ?? []).map(\.option))
        case 5:
            guard let answer = decode(DeviceFlowAnswer.self, bytes) else { return }
            let day = Duration.seconds(86_400)
            precondition(answer.life.map { (.zero...day).contains($0) } ?? true)
            precondition(answer.interval.map { (.seconds(1)...day).contains($0) } ?? true)
            checkTexts([answer.userCode, answer.verificationURL, answer.error, answer.errorDescription])
        case 6:
            if let next = LinkHeader.next(in: String(decoding: bytes, as: UTF8.self)) {
                precondition(!next.contains(">"))
            }
        default:
            checkLimits(bytes)
        }
    }

    /// Checks the headers of an answer: its status, then a value of each header, a line each, and the body.
    private static func checkLimits(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 4, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard lines.count == 5, let status = Int(lines[0]) else { return }
        let names = ["retry-after", "x-ratelimit-remaining", "x-ratelimit-reset"]
        let headers = zip(names, lines[1...3]).filter { !$0.1.isEmpty }
        let response = HTTPResponse(
            status: status, headers: Dictionary(uniqueKeysWithValues: headers.map { ($0, $1) }),
            body: Array(lines[4].utf8))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var limit = RateLimit()
        for _ in 0..<3 { _ = limit.note(response, at: now) }
        if let until = limit.until { precondition(until > now && until <= now + RateLimit.horizon) }
        if let delay = response.retryAfter(at: now) {
            precondition((.zero...HTTPResponse.longestRetryAfter).contains(delay))
        }
        let body = GitHubErrorBody(of: response)
        checkTexts([body.message] + body.faults.flatMap { [$0.resource, $0.field, $0.code, $0.message] })
    }

    private static func check(_ issue: GitHubIssue) {
        precondition(issue.number > 0 && issue.comments >= 0)
        for time in [issue.created, issue.updated, issue.closed] {
            precondition(time.map { $0.utf8.count >= 20 && $0.hasSuffix("Z") } ?? true)
        }
        checkTexts(issue.labels + issue.assignees + [issue.title, issue.url])
        checkTexts([issue.milestone, issue.author, issue.body])
    }

    private static func check(_ options: [IssueOption]) {
        for option in options {
            precondition(option.number.map { $0 > 0 } ?? true)
            checkTexts([option.name, option.description])
        }
    }

    private static func checkTexts(_ texts: [String?]) {
        for text in texts { precondition(text?.utf8.contains(0) != true, "A text contains U+0000.") }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? ReceivedJSON.decode(type, from: bytes)
    }
}

/// GitHub's issue: the tests of the package also have an `Issue` of Testing's.
typealias GitHubIssue = Issue
