import Foundation
import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import Issues

@Suite("A request over the network", .timeLimit(.minutes(10)))
struct TransportTests {
    /// Sends one request by AsyncHTTPClient.
    private func exchange(
        _ reply: LoopbackServer.Reply, timeout: Duration = .seconds(30), method: HTTPRequest.Method = .get
    ) async throws -> HTTPResponse {
        try await LoopbackServer.with({ _ in reply }) { server in
            let transport = AsyncHTTPTransport(configuration: .standard)
            let outcome: Result<HTTPResponse, any Error>
            do {
                let request = HTTPRequest(method: method, url: "\(server.url)/x")
                outcome = .success(try await transport.exchange(request, within: timeout))
            } catch {
                outcome = .failure(error)
            }
            try await transport.close()
            return try outcome.get()
        }
    }

    @Test("takes the whole answer, whatever its status", arguments: [200, 301, 404, 500])
    func answer(status: Int) async throws {
        let response = try await exchange(
            .answer(status: status, headers: ["X-One": "1", "location": "/y"], body: Array("body".utf8)))
        #expect(response.status == status)
        #expect(response.headers["x-one"] == "1")
        #expect(response.body == Array("body".utf8))
    }

    @Test("has a time limit", arguments: [false, true])
    func timeLimit(hasBegun: Bool) async throws {
        let reply = hasBegun ? LoopbackServer.Reply.stall(body: Array("body".utf8)) : .hang
        await #expect {
            try await exchange(reply, timeout: .milliseconds(100))
        } throws: { error in
            guard let failure = error as? TransportFailure else { return false }
            return failure.mayHaveArrived && failure.reason.contains("no whole answer")
        }
    }

    @Test("has a bound on what it buffers")
    func bound() async throws {
        let size = AsyncHTTPTransport.maximumBody
        let whole = try await exchange(.answer(status: 200, body: [UInt8](repeating: 0x20, count: size)))
        #expect(whole.body.count == size)
        await #expect(throws: TransportFailure(reason: "the answer has more than 32 MiB", mayHaveArrived: true)) {
            try await exchange(.answer(status: 200, body: [UInt8](repeating: 0x20, count: size + 1)))
        }
    }

    @Test("says that it did not arrive when there is nobody")
    func nobody() async throws {
        let address = try await LoopbackServer.with({ _ in .drop }) { $0.address }
        let transport = AsyncHTTPTransport(configuration: .standard)
        let expected = TransportFailure(
            reason: "no connection to \(address) could be made: Connection refused", mayHaveArrived: false)
        await #expect(throws: expected) {
            try await transport.exchange(HTTPRequest(url: "http://\(address)/x"), within: .seconds(30))
        }
        try await transport.close()
    }

    @Test("says that it may have arrived when the connection is closed before the answer")
    func closed() async throws {
        for reply in [LoopbackServer.Reply.drop, .half(body: Array("body".utf8))] {
            await #expect {
                try await exchange(reply, method: .post)
            } throws: { ($0 as? TransportFailure)?.mayHaveArrived == true }
        }
    }

    @Test("is tried three times when it only reads, with a pause that is longer each time and left to chance")
    func retries() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("/issues/1", with: .drop, times: 2)
            #expect(try await setting.issues.show(repository: "octocat/Hello-World", number: 1).age == nil)
            #expect(setting.github.requests.count == 3)
            #expect(setting.clock.pauses.count == 2)
            let (first, second) = (try #require(setting.clock.pauses.first), try #require(setting.clock.pauses.last))
            #expect((.milliseconds(50) ... .milliseconds(500)).contains(first))
            #expect((.milliseconds(50) ... .milliseconds(1_000)).contains(second))
            // Nobody noticed.
            #expect(await setting.plugin.status().state == .running)
        }
    }

    @Test("is tried once while GitHub is known to be away")
    func oneAttempt() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("/", with: .drop)
            for expected in [3, 4, 5] {
                await #expect(throws: IssuesError.self) {
                    try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
                }
                #expect(setting.github.requests.count == expected)
            }
        }
    }

    @Test("is shared by those who wait in line: when the first ones have found nobody, the others don't look")
    func line() async throws {
        try await IssuesSetting.with(settings: ["timeout": "500ms"]) { setting async throws in
            setting.github.fail("/", with: .hang)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...40 {
                    group.addTask {
                        let issues = setting.issues
                        await #expect(throws: IssuesError.self) {
                            try await issues.show(repository: "octocat/Hello-World", number: number)
                        }
                    }
                }
                try await group.waitForAll()
            }
            // As many as are under way at a time; each has used its time up, and is not tried again.
            #expect(setting.github.requests.count <= GitHubClient.width)
        }
    }
}
