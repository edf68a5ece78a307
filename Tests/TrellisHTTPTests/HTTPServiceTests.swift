import Foundation
import Synchronization
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import TrellisHTTP

@Suite("HTTPService", .timeLimit(.minutes(2)))
struct HTTPServiceTests {
    private static let text = Array("body".utf8)

    /// Calls a function with a service, and closes the service.
    private func withService<Result: Sendable>(
        timeout: Duration = .seconds(3_600), attempts: Int = 3, responseSize: Int = 1 << 20,
        clock: ManualClock = ManualClock(skippingSleepsBelow: .seconds(5)), deadline: HTTPService.Deadline? = nil,
        _ body: (HTTPService) async throws -> Result
    ) async throws -> Result {
        let limits = HTTPLimits(timeout: timeout, attempts: attempts, responseSize: ByteCount(bytes: responseSize))
        let service =
            if let deadline {
                HTTPService(limits: limits, clock: clock.clock, deadline: deadline)
            } else {
                HTTPService(limits: limits, clock: clock.clock)
            }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(service))
        } catch {
            outcome = .failure(error)
        }
        await service.close()
        return try outcome.get()
    }

    /// Sends each of a list of replies once, and then repeats the last reply.
    private final class Script: Sendable {
        private let state: Mutex<(replies: [LoopbackServer.Reply], requests: [LoopbackServer.Request])>

        /// Fires for each request.
        let requested = Signal()

        init(_ replies: [LoopbackServer.Reply]) { state = Mutex((replies, [])) }

        var requests: [LoopbackServer.Request] { state.withLock(\.requests) }

        func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
            defer { requested.fire() }
            return state.withLock { state in
                state.requests.append(request)
                return state.replies.count > 1 ? state.replies.removeFirst() : state.replies[0]
            }
        }
    }

    /// Sends a request to a server that sends the given replies.
    private func outcome(
        of replies: LoopbackServer.Reply..., to method: HTTPRequest.Method = .get, timeout: Duration = .seconds(3_600),
        attempts: Int = 3, responseSize: Int = 1 << 20
    ) async throws -> (result: Result<HTTPResponse, HTTPFailure>, pauses: [Duration], count: Int) {
        let (script, clock) = (Script(replies), ManualClock(skippingSleepsBelow: .seconds(5)))
        let result = try await LoopbackServer.with({ script.reply(to: $0) }) { server in
            try await withService(timeout: timeout, attempts: attempts, responseSize: responseSize, clock: clock) {
                service in
                do {
                    let response = try await service.response(to: HTTPRequest(method, url: "\(server.url)/x"))
                    return Result<HTTPResponse, HTTPFailure>.success(response)
                } catch let failure as HTTPFailure {
                    return .failure(failure)
                }
            }
        }
        return (result, clock.skippedSleeps, script.requests.count)
    }

    private func failure(
        of reply: LoopbackServer.Reply, to method: HTTPRequest.Method = .get, responseSize: Int = 1 << 20
    ) async throws -> HTTPFailure? {
        let outcome = try await outcome(of: reply, to: method, attempts: 1, responseSize: responseSize)
        return outcome.result.failure
    }

    @Test("returns the complete response, including redirects", arguments: [200, 204, 301, 302, 304, 404, 401])
    func answer(status: Int) async throws {
        let body = [204, 304].contains(status) ? [] : Self.text
        let reply = LoopbackServer.Reply.answer(
            status: status, headers: ["x-one": "1", "location": "/y", "content-type": "Text/Plain; charset=utf-8"],
            body: body)
        let outcome = try await outcome(of: reply)
        let response = try outcome.result.get()
        #expect(response.status == status)
        #expect(response.headers["x-one"] == "1")
        #expect(response.mediaType == "text/plain")
        #expect(response.body == body)
        #expect(outcome.count == 1)
    }

    @Test("sends the method, path, headers, body and credential of the request")
    func request() async throws {
        let script = Script([.answer(status: 200)])
        try await LoopbackServer.with({ script.reply(to: $0) }) { server in
            try await withService { service in
                _ = try await service.response(
                    to: HTTPRequest(
                        .post, url: "\(server.url)/a%20b?c=d", headers: [(name: "X-One", value: "1")],
                        credential: .bearer("secret"), body: Self.text))
                let parameter = HTTPCredential.parameter(name: "api key", value: "a&b")
                _ = try await service.response(to: HTTPRequest(url: "\(server.url)/x?c=d", credential: parameter))
                _ = try await service.response(to: HTTPRequest(url: "\(server.url)/x", credential: parameter))
            }
        }
        let requests = script.requests
        #expect(requests.map(\.method) == ["POST", "GET", "GET"])
        #expect(requests[0].path == "/a b")
        #expect(requests[0].headers["x-one"] == "1")
        #expect(requests[0].headers["authorization"] == "Bearer secret")
        #expect(requests[0].body == Self.text)
        #expect(requests[1].query == ["c": "d", "api key": "a&b"])
        #expect(requests[2].query == ["api key": "a&b"])
        #expect(requests[1].headers["authorization"] == nil)
    }

    @Test("retries with delays that double, up to the maximum number of attempts")
    func attempts() async throws {
        let saved = try await outcome(of: .drop, .answer(status: 503), .answer(status: 200, body: Self.text))
        #expect(try saved.result.get().body == Self.text)
        #expect(saved.count == 3)
        #expect(saved.pauses.count == 2)
        #expect((.milliseconds(200) ... .milliseconds(400)).contains(saved.pauses[0]))
        #expect((.milliseconds(400) ... .milliseconds(800)).contains(saved.pauses[1]))
        let lost = try await outcome(of: .answer(status: 502))
        #expect(lost.result == .failure(HTTPFailure(.serverError, "the server responded with status 502")))
        #expect(lost.count == 3)
    }

    @Test("does not retry a request whose method is not idempotent", arguments: HTTPRequest.Method.allCases)
    func methods(method: HTTPRequest.Method) async throws {
        let outcome = try await outcome(of: .drop, .answer(status: 200), to: method)
        #expect(outcome.count == ([.post, .patch].contains(method) ? 1 : 2))
    }

    @Test("waits for a short Retry-After, and reports a long one")
    func retryAfter() async throws {
        for status in [429, 503] {
            let short = try await outcome(
                of: .answer(status: status, headers: ["retry-after": "3"]), .answer(status: 200))
            #expect(try short.result.get().status == 200)
            #expect(short.pauses == [.seconds(3)])
            let long = try await outcome(of: .answer(status: status, headers: ["retry-after": "90"]))
            let failure = try #require(long.result.failure)
            #expect(failure.retryAfter == .seconds(90))
            #expect(failure.cause == (status == 429 ? .rateLimited : .serverError))
            #expect(failure.mayHaveTakenEffect == (status == 503))
            #expect(long.count == 1)
        }
    }

    @Test("times out when the server does not respond or stalls", arguments: [0, 1])
    func timeout(_ kind: Int) async throws {
        let script = Script([kind == 0 ? .hang : .stall(body: Self.text)])
        try await LoopbackServer.with({ script.reply(to: $0) }) { server in
            let stalled = server.stalled
            try await withService(deadline: { _ in { try await stalled.wait(beyond: 0) } }) { service -> Void in
                await #expect(throws: HTTPFailure(.timeout, "no complete response within 1h")) {
                    try await service.response(to: HTTPRequest(url: "\(server.url)/x"))
                }
            }
        }
        #expect(script.requests.count == 1)
    }

    @Test("measures the timeout with the machine's clock")
    func machineTime() async throws {
        let outcome = try await outcome(of: .hang, timeout: .milliseconds(100))
        let failure = try #require(outcome.result.failure)
        // On a busy machine, connecting may take longer than the timeout.
        #expect([.timeout, .noConnection].contains(failure.cause))
    }

    @Test("does not retry when the delay would exceed the timeout")
    func delayExceedsTimeout() async throws {
        let script = Script([.answer(status: 503, headers: ["retry-after": "4"])])
        try await LoopbackServer.with({ script.reply(to: $0) }) { server in
            let stalled = server.stalled
            try await withService(timeout: .seconds(4), deadline: { _ in { try await stalled.wait(beyond: 0) } }) {
                service -> Void in
                await #expect {
                    try await service.response(to: HTTPRequest(url: "\(server.url)/x"))
                } throws: { ($0 as? HTTPFailure)?.cause == .serverError }
            }
        }
        #expect(script.requests.count == 1)
    }

    @Test("rejects a response that exceeds the size limit, with and without Content-Length")
    func size() async throws {
        let whole = try await outcome(
            of: .answer(status: 200, body: [UInt8](repeating: 7, count: 1_024)), responseSize: 1_024)
        #expect(try whole.result.get().body.count == 1_024)
        for headers in [[:], ["transfer-encoding": "chunked"]] {
            let reply = LoopbackServer.Reply.answer(
                status: 200, headers: headers, body: [UInt8](repeating: 7, count: 1_025))
            let failure = try await failure(of: reply, responseSize: 1_024)
            #expect(failure == HTTPFailure(.responseTooLarge, "the response exceeds 1024 bytes"))
        }
    }

    @Test("reports the cause of a failure, and whether the request may have taken effect")
    func causes() async throws {
        let lost = "the connection was closed before the response was complete"
        for reply in [.drop, .half(body: Self.text)] as [LoopbackServer.Reply] {
            let failure = try await failure(of: reply, to: .post)
            #expect(failure == HTTPFailure(.connectionLost, lost), "\(reply)")
        }
        let other = LoopbackServer.Reply.answer(status: 200, headers: ["content-length": "much"], body: Self.text)
        let garbled = try await failure(of: other, to: .post)
        #expect(garbled == HTTPFailure(.connectionLost, "the response is not HTTP"))
        for reply in [
            .answer(status: 200, headers: ["content-length": "5"], body: Self.text), .unplug,
        ] as [LoopbackServer.Reply] {
            let script = Script([reply])
            try await LoopbackServer.with({ script.reply(to: $0) }) { server in
                try await withService(deadline: { _ in { try await script.requested.wait(beyond: 0) } }) {
                    service -> Void in
                    await #expect("\(reply)") {
                        try await service.response(to: HTTPRequest(.post, url: "\(server.url)/x"))
                    } throws: { ($0 as? HTTPFailure)?.mayHaveTakenEffect == true }
                }
            }
        }
        let address = try await LoopbackServer.with({ _ in .drop }) { $0.address }
        try await withService(attempts: 1) { service in
            let refused = HTTPFailure(.noConnection, "cannot connect to \(address): Connection refused")
            #expect(!refused.mayHaveTakenEffect)
            await #expect(throws: refused) {
                try await service.response(to: HTTPRequest(url: "http://\(address)/x"))
            }
        }
    }

    @Test("does not reveal the credential in errors", arguments: [LoopbackServer.Reply.drop, .half(body: [1, 2])])
    func secrecy(reply: LoopbackServer.Reply) async throws {
        try await LoopbackServer.with({ _ in reply }) { server in
            try await withService(attempts: 1) { service in
                let request = HTTPRequest(
                    url: "\(server.url)/x", credential: .parameter(name: "key", value: "0123456789abcdef"))
                await #expect {
                    try await service.response(to: request)
                } throws: { !"\($0) \(String(reflecting: $0))".contains("0123456789abcdef") }
                var dumped = "\(request) \(String(reflecting: request))"
                dump(request, to: &dumped)
                #expect(dumped.contains("(redacted)"))
                #expect(!dumped.contains("0123456789abcdef"))
            }
        }
    }

    @Test("cancels the request when the task is cancelled")
    func cancellation() async throws {
        for reply in [.hang, .stall(body: Self.text)] as [LoopbackServer.Reply] {
            try await LoopbackServer.with({ _ in reply }) { server in
                try await withService { service in
                    let request = HTTPRequest(url: "\(server.url)/x")
                    let caller = Task { try await service.response(to: request) }
                    _ = await server.hanging.first { _ in true }
                    caller.cancel()
                    await #expect(throws: CancellationError.self) { try await caller.value }
                    #expect(await server.abandoned.first { _ in true }?.path == "/x")
                }
            }
        }
    }

    @Test("retries an operation of several requests according to the errors of its body")
    func several() async throws {
        let script = Script([.answer(status: 200), .answer(status: 429), .answer(status: 200), .answer(status: 429)])
        let clock = ManualClock(skippingSleepsBelow: .seconds(5))
        try await LoopbackServer.with({ script.reply(to: $0) }) { server in
            try await withService(clock: clock) { service in
                let request = HTTPRequest(url: "\(server.url)/x")
                let statuses = try await service.withAttempts(2) { exchange in
                    let (first, second) = (try await exchange(request), try await exchange(request))
                    if script.requests.count == 2 { throw HTTPFailure(.serverError, "unexpected response") }
                    return [first.status, second.status]
                }
                #expect(statuses == [200, 429])
                #expect(clock.skippedSleeps.count == 1)
                // Errors of other types, and failures that are not transient, are not retried.
                struct OtherError: Error {}
                await #expect(throws: OtherError.self) {
                    try await service.withAttempts(3) { _ in throw OtherError() }
                }
                let final = HTTPFailure(.notProcessed, "redirect loop")
                await #expect(throws: final) { try await service.withAttempts(3) { _ in throw final } }
                #expect(clock.skippedSleeps.count == 1)
            }
        }
    }

    @Test("parses both forms of Retry-After, and ignores others")
    func retryAfterForms() {
        let now = Date(timeIntervalSince1970: 784_111_770)
        func delay(_ text: String) -> Duration? {
            HTTPResponse(status: 503, headers: ["retry-after": text]).retryAfter(at: now)
        }
        #expect(delay("120") == .seconds(120))
        #expect(delay("Sun, 06 Nov 1994 08:49:37 GMT") == .seconds(7))
        #expect(delay("Sun, 06 Nov 1994 08:49:20 GMT") == .zero)
        for text in ["", "soon", "-1", "1.5"] { #expect(delay(text) == nil, "\(text)") }
        for text in ["86401", "9223372036854775807", "99999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"] {
            #expect(delay(text) == .seconds(86_400), "\(text)")
        }
    }

    @Test("uses exponential backoff with jitter and a maximum")
    func backoff() {
        let lost = HTTPFailure(.connectionLost, "")
        let (shortest, longest) = (RetryBackoff(jitter: { 0 }), RetryBackoff(jitter: { 1 }))
        #expect(shortest.delay(after: 1, lost) == .milliseconds(200))
        #expect(longest.delay(after: 1, lost) == .milliseconds(400))
        #expect(longest.delay(after: 2, lost) == .milliseconds(800))
        #expect(longest.delay(after: 60, lost) == RetryBackoff.maximum)
        #expect(Set((0..<20).map { _ in RetryBackoff().delay(after: 1, lost) }).count > 1)
        #expect(longest.delay(after: 1, HTTPFailure(.responseTooLarge, "")) == nil)
    }
}

extension Result {
    /// The failure; nil for a success.
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
