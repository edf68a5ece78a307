import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// What GitHub refuses, and how a client learns of it.
@Suite("What GitHub refuses", .timeLimit(.minutes(10)))
struct ErrorTests {
    @Test("is not found", arguments: Transport.allCases)
    func notFound(over transport: Transport) async throws {
        try await IssuesSetting.with(over: transport) { setting async throws in
            let issues = setting.issues
            await #expect(throws: IssuesError.notFound(what: "the repository octocat/nothing")) {
                try await collect(issues.issues(repository: "octocat/nothing"))
            }
            await #expect(throws: IssuesError.notFound(what: "the repository octocat/secret")) {
                try await collect(issues.options(repository: "octocat/secret"))
            }
            await #expect(throws: IssuesError.notFound(what: "the issue 99 of octocat/Hello-World")) {
                try await issues.show(repository: "octocat/Hello-World", number: 99)
            }
            await #expect(throws: IssuesError.notFound(what: "the user or organization nobody")) {
                try await collect(issues.repos(owner: "nobody"))
            }
        }
    }

    @Test("takes a sign-in: nothing is asked for that would be refused", arguments: Transport.allCases)
    func notSignedIn(over transport: Transport) async throws {
        try await IssuesSetting.with(over: transport) { setting async throws in
            await #expect {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
            } throws: { error in
                guard case .notSignedIn(let reason) = error as? IssuesError else { return false }
                return reason.contains("trellisctl issues login")
            }
            await #expect {
                try await collect(setting.issues.issues(repository: "Hello-World"))
            } throws: { IssuesCommandsTests.isNotSignedIn($0) }
            #expect(setting.github.requests.isEmpty)
        }
    }

    @Test("takes a token that GitHub knows, and says so to the operator as well")
    func refusedToken() async throws {
        try await IssuesSetting.with(token: "gho_revoked") { setting async throws in
            await #expect {
                try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .notSignedIn(let reason) = error as? IssuesError else { return false }
                return reason.contains("expired or been revoked") && reason.contains("Bad credentials")
            }
        }
    }

    @Test("is gone: issues are switched off in the repository")
    func gone() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            await #expect(throws: IssuesError.gone(message: "Issues are disabled for this repo")) {
                try await setting.issues.create(repository: "octocat/silent", title: "Tea")
            }
        }
    }

    @Test("is forbidden, which is not the same as too often")
    func forbidden() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            setting.github.fail("/issues", with: .error(403, "Resource not accessible by personal access token"))
            let error = IssuesError.forbidden(message: "Resource not accessible by personal access token")
            for _ in 0..<2 {
                await #expect(throws: error) {
                    try await collect(setting.issues.issues(repository: "octocat/Hello-World"))
                }
            }
            setting.github.repair()
            #expect(try await collect(setting.issues.issues(repository: "octocat/Hello-World")).count == 2)
        }
    }

    @Test("is wrong, with GitHub's details")
    func validation() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            let fault = IssuesContract.Fault(resource: "Issue", field: "title", code: "missing_field", message: nil)
            await #expect(throws: IssuesError.validationFailed(message: "Validation Failed", faults: [fault])) {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "")
            }
            setting.github.fail(
                "/issues",
                with: .json(
                    status: 422,
                    [
                        "message": "Invalid request.",
                        "errors": [
                            "title is too long",
                            ["resource": "Issue", "field": "body", "code": "custom", "message": "body is too long"],
                        ] as [Any],
                    ]))
            let faults = [
                IssuesContract.Fault(resource: nil, field: nil, code: "custom", message: "title is too long"),
                .init(resource: "Issue", field: "body", code: "custom", message: "body is too long"),
            ]
            await #expect(throws: IssuesError.validationFailed(message: "Invalid request.", faults: faults)) {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
            }
        }
    }

    @Test("is told in at most 1,000 characters, and 100 faults")
    func bounds() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            let long = String(repeating: "x", count: 100_000)
            let fault: [String: Any] = ["resource": long, "field": long, "code": long, "message": long]
            setting.github.fail(
                "/issues",
                with: .json(
                    status: 422, ["message": long, "errors": (0..<200).map { $0 == 0 ? fault : ["code": "c"] }]))
            await #expect {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
            } throws: { error in
                guard case .validationFailed(let message, let faults) = error as? IssuesError else { return false }
                let first = faults[0]
                return faults.count == 100
                    && [message, first.resource, first.field, first.code, first.message].allSatisfy {
                        $0?.count == 1_000
                    }
            }
        }
    }

    @Test("can't be chosen: nothing is created, and what may have been meant is told", arguments: Transport.allCases)
    func noSuchOption(over transport: Transport) async throws {
        try await IssuesSetting.with(over: transport, token: "gho_octocat") { setting async throws in
            await #expect(throws: IssuesError.noSuchOption(kind: .label, name: "bgu", suggestion: "bug")) {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea", labels: ["bgu"])
            }
            await #expect(throws: IssuesError.noSuchOption(kind: .milestone, name: "v1.1", suggestion: "v1.0")) {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea", milestone: "v1.1")
            }
            // It was closed.
            await #expect(throws: IssuesError.noSuchOption(kind: .milestone, name: "v0.9", suggestion: nil)) {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea", milestone: "v0.9")
            }
            await #expect(throws: IssuesError.noSuchOption(kind: .assignee, name: "monalisa", suggestion: nil)) {
                try await setting.issues.create(
                    repository: "octocat/Hello-World", title: "Tea", assignees: ["monalisa"])
            }
            await #expect(throws: IssuesError.noSuchOption(kind: .milestone, name: "v7", suggestion: nil)) {
                try await collect(setting.issues.issues(repository: "octocat/Hello-World", milestone: "v7"))
            }
            #expect(!setting.github.requests.contains { $0.method == "POST" })
        }
    }

    @Test("is left out without a word: the plugin says it")
    func dropped() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            let reply = try await setting.issues.create(
                repository: "github/docs", title: "Tea", labels: ["bug"], milestone: "v1.0", assignees: ["octocat"])
            #expect(reply.issue.labels == [])
            #expect(reply.dropped.map(\.kind) == [.label, .milestone, .assignee])
            #expect(reply.dropped.map(\.name) == ["bug", "v1.0", "octocat"])
        }
    }

    @Test("is refused for a reason that has no name")
    func refused() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("/issues", with: .error(451, "Repository access blocked"))
            await #expect(throws: IssuesError.refused(status: 451, message: "Repository access blocked")) {
                try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            }
        }
    }
}
