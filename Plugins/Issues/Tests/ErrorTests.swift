import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("Errors of GitHub", .timeLimit(.minutes(2)))
struct ErrorTests {
    @Test("reports NotFound for a missing resource", arguments: Transport.allCases)
    func notFound(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            let issues = fixture.issues
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

    @Test("reports NotSignedIn without a request when a command requires a sign-in", arguments: Transport.allCases)
    func notSignedIn(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            await #expect {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
            } throws: { error in
                guard case .notSignedIn(let reason) = error as? IssuesError else { return false }
                return reason.contains("trellisctl issues login")
            }
            await #expect {
                try await collect(fixture.issues.issues(repository: "Hello-World"))
            } throws: { IssuesServiceTests.isNotSignedIn($0) }
            #expect(fixture.github.requests.isEmpty)
        }
    }

    @Test("reports NotSignedIn for a rejected token")
    func refusedToken() async throws {
        try await IssuesFixture.with(token: "gho_revoked") { fixture async throws in
            await #expect {
                try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .notSignedIn(let reason) = error as? IssuesError else { return false }
                return reason.contains("expired or revoked") && reason.contains("Bad credentials")
            }
        }
    }

    @Test("reports Gone when issues are disabled")
    func gone() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            await #expect(throws: IssuesError.gone(message: "Issues are disabled for this repo")) {
                try await fixture.issues.create(repository: "octocat/silent", title: "Tea")
            }
        }
    }

    @Test("distinguishes Forbidden from RateLimited")
    func forbidden() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            fixture.github.fail("/issues", with: .error(403, "Resource not accessible by personal access token"))
            let error = IssuesError.forbidden(message: "Resource not accessible by personal access token")
            for _ in 0..<2 {
                await #expect(throws: error) {
                    try await collect(fixture.issues.issues(repository: "octocat/Hello-World"))
                }
            }
            fixture.github.repair()
            #expect(try await collect(fixture.issues.issues(repository: "octocat/Hello-World")).count == 2)
        }
    }

    @Test("reports ValidationFailed with GitHub's details")
    func validation() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            let error = IssuesContract.ValidationError(
                resource: "Issue", field: "title", code: "missing_field", message: nil)
            await #expect(throws: IssuesError.validationFailed(message: "Validation Failed", errors: [error])) {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "")
            }
            fixture.github.fail(
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
            let errors = [
                IssuesContract.ValidationError(resource: nil, field: nil, code: "custom", message: "title is too long"),
                .init(resource: "Issue", field: "body", code: "custom", message: "body is too long"),
            ]
            await #expect(throws: IssuesError.validationFailed(message: "Invalid request.", errors: errors)) {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
            }
        }
    }

    @Test("limits messages to 1,000 characters and lists to 100 errors")
    func bounds() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            let long = String(repeating: "x", count: 100_000)
            let fault: [String: Any] = ["resource": long, "field": long, "code": long, "message": long]
            fixture.github.fail(
                "/issues",
                with: .json(
                    status: 422, ["message": long, "errors": (0..<200).map { $0 == 0 ? fault : ["code": "c"] }]))
            await #expect {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
            } throws: { error in
                guard case .validationFailed(let message, let errors) = error as? IssuesError else { return false }
                let first = errors[0]
                return errors.count == 100
                    && [message, first.resource, first.field, first.code, first.message].allSatisfy {
                        $0?.count == 1_000
                    }
            }
        }
    }

    @Test("reports NoSuchOption with a suggestion, and creates nothing", arguments: Transport.allCases)
    func noSuchOption(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport, token: "gho_octocat") { fixture async throws in
            await #expect(throws: IssuesError.noSuchOption(kind: .label, name: "bgu", suggestion: "bug")) {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea", labels: ["bgu"])
            }
            await #expect(throws: IssuesError.noSuchOption(kind: .milestone, name: "v1.1", suggestion: "v1.0")) {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea", milestone: "v1.1")
            }
            // The milestone is closed.
            await #expect(throws: IssuesError.noSuchOption(kind: .milestone, name: "v0.9", suggestion: nil)) {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea", milestone: "v0.9")
            }
            await #expect(throws: IssuesError.noSuchOption(kind: .assignee, name: "monalisa", suggestion: nil)) {
                try await fixture.issues.create(
                    repository: "octocat/Hello-World", title: "Tea", assignees: ["monalisa"])
            }
            await #expect(throws: IssuesError.noSuchOption(kind: .milestone, name: "v7", suggestion: nil)) {
                try await collect(fixture.issues.issues(repository: "octocat/Hello-World", milestone: "v7"))
            }
            #expect(!fixture.github.requests.contains { $0.method == "POST" })
        }
    }

    @Test("reports options that GitHub dropped")
    func dropped() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            let reply = try await fixture.issues.create(
                repository: "github/docs", title: "Tea", labels: ["bug"], milestone: "v1.0", assignees: ["octocat"])
            #expect(reply.issue.labels == [])
            #expect(reply.dropped.map(\.kind) == [.label, .milestone, .assignee])
            #expect(reply.dropped.map(\.name) == ["bug", "v1.0", "octocat"])
        }
    }

    @Test("reports Refused for a status that no other error covers")
    func refused() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail("/issues", with: .error(451, "Repository access blocked"))
            await #expect(throws: IssuesError.refused(status: 451, message: "Repository access blocked")) {
                try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            }
        }
    }
}
