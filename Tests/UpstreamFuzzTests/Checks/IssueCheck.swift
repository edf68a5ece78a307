import Foundation
import TrellisHTTP

@testable import Issues

/// Checks the decoders of GitHub's responses with arbitrary bytes.
public enum IssueCheck {
    /// Decodes a response of the kind that the first byte selects.
    ///
    /// Ends the process when an accepted value has a number out of range, or a string that Varlink cannot encode.
    public static func run(_ input: [UInt8]) {
        guard let kind = input.first else { return }
        let bytes = Array(input.dropFirst())
        switch kind % 8 {
        case 0:
            for issue in decode(ReceivedList<GitHubIssue>.self, bytes)?.elements ?? [] { check(issue) }
        case 1:
            for repository in decode(ReceivedList<Repository>.self, bytes)?.elements ?? [] {
                precondition(repository.openCount >= 0)
                checkTexts([repository.name, repository.description, repository.url])
            }
        case 2:
            if let user = decode(User.self, bytes) { checkTexts([user.login, user.name, user.url]) }
        case 3:
            check((decode(ReceivedList<LabelPayload>.self, bytes)?.elements ?? []).map(\.option))
            check((decode(ReceivedList<AssigneePayload>.self, bytes)?.elements ?? []).map(\.option))
        case 4:
            check((decode(ReceivedList<MilestonePayload>.self, bytes)?.elements ?? []).map(\.option))
        case 5:
            guard let response = decode(DeviceFlowResponse.self, bytes) else { return }
            let day = Duration.seconds(86_400)
            precondition(response.lifetime.map { (.zero...day).contains($0) } ?? true)
            precondition(response.interval.map { (.seconds(1)...day).contains($0) } ?? true)
            checkTexts([response.userCode, response.verificationURL, response.error, response.errorDescription])
        case 6:
            if let next = LinkHeader.next(in: String(decoding: bytes, as: UTF8.self)) {
                precondition(!next.contains(">"))
            }
        default:
            checkLimits(bytes)
        }
    }

    /// Checks the rate limit of a response.
    ///
    /// The lines of the input are the status, the value of each header, and the body.
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
        for resource in RateLimit.Resource.allCases + [.core] { _ = limit.record(response, of: resource, at: now) }
        for resource in RateLimit.Resource.allCases {
            let until = limit.pause(of: resource, at: now)?.until ?? now
            precondition(until <= now + RateLimit.maximumDelay)
        }
        if let delay = response.retryAfter(at: now) {
            precondition((.zero...HTTPResponse.longestRetryAfter).contains(delay))
        }
        let body = GitHubErrorBody(of: response)
        checkTexts([body.message] + body.errors.flatMap { [$0.resource, $0.field, $0.code, $0.message] })
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
        for text in texts { precondition(text?.utf8.contains(0) != true, "a string contains U+0000") }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? ReceivedJSON.decode(type, from: bytes)
    }
}

/// The plugin's `Issue`; Testing also declares an `Issue`.
typealias GitHubIssue = Issue
