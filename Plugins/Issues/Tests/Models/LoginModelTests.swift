import Foundation
import Testing

@testable import Issues

/// Tests the model with an environment only, without a container, a daemon or a network.
@Suite("LoginModel", .timeLimit(.minutes(2)))
struct LoginModelTests {
    /// A result of a request for the token.
    enum TokenResult: Sendable {
        case response(TokenResponse)
        case failure(any Error)
    }

    /// An environment whose time passes only during `sleep`.
    struct TestEnvironment: Sendable {
        let requests: EventRecorder<TokenResult>
        let sleeps = EventRecorder<Duration>()
        let stored = EventRecorder<Token>()
        let signedOut = EventRecorder<Bool>()
        let codes = EventRecorder<Bool>()
        var requireChangeable: @Sendable () throws -> Void = {}
        let start = Date(timeIntervalSince1970: 1_800_000_000)

        init(_ requests: TokenResult...) { self.requests = EventRecorder(requests) }

        var environment: LoginEnvironment {
            let now: @Sendable () -> Date = { start + sleeps.entries.reduce(0) { $0 + $1 / .seconds(1) } }
            return LoginEnvironment(
                requireChangeable: requireChangeable,
                requestCode: {
                    codes.record(true)
                    return DeviceCode(
                        deviceCode: "3584d83530557fdd1f46af8289938c8ef79f9dc5", userCode: "WDJB-MJHT",
                        verificationURL: "https://github.com/login/device", expires: start + 900, interval: .seconds(5))
                },
                requestToken: { _ in
                    switch requests.next() {
                    case .response(let response): return response
                    case .failure(let error): throw error
                    case nil: return .pending
                    }
                },
                signIn: { stored.record($0) },
                signOut: { signedOut.record(true) },
                now: now,
                sleep: { sleeps.record($0) })
        }
    }

    private let token: Token

    init() throws { token = try #require(Token("gho_octocat")) }

    @Test("sends the code, waits for the interval, and signs in with the token")
    func signIn() async throws {
        let test = TestEnvironment(.response(.pending), .response(.pending), .response(.token(token)))
        let events = EventRecorder<LoginModel.Event>()
        try await LoginModel(environment: test.environment).signIn { events.record($0) }
        guard case .code(let code) = events.entries.first else { throw LoginFailure.expired }
        #expect(code.userCode == "WDJB-MJHT")
        #expect(events.entries.count == 1)
        #expect(test.sleeps.entries == [.seconds(5), .seconds(5), .seconds(5)])
        #expect(test.stored.entries == [token])
    }

    @Test("increases the interval on slow_down to the requested value, or by five seconds")
    func slowDown() async throws {
        let test = TestEnvironment(
            .response(.slowDown(.seconds(12))), .response(.pending), .response(.slowDown(nil)), .response(.token(token))
        )
        try await LoginModel(environment: test.environment).signIn { _ in }
        #expect(test.sleeps.entries == [.seconds(5), .seconds(12), .seconds(12), .seconds(17)])
    }

    @Test("retries with exponential backoff while GitHub is unavailable, and sends one event")
    func absence() async throws {
        let away = GitHubFailure.unreachable(reason: "the cable is out", since: .distantPast)
        let test = TestEnvironment(
            .failure(away), .failure(away), .failure(away), .failure(away), .failure(away), .response(.pending),
            .failure(away), .response(.token(token)))
        let events = EventRecorder<LoginModel.Event>()
        try await LoginModel(environment: test.environment).signIn { events.record($0) }
        #expect(
            Array(events.entries.dropFirst())
                == [.waiting(reason: "the cable is out"), .waiting(reason: "the cable is out")])
        #expect(test.sleeps.entries == [5, 10, 20, 40, 60, 60, 5, 10].map { .seconds($0) })
        #expect(test.stored.entries == [token])
    }

    @Test("fails when the code expires before the user enters it")
    func expiry() async throws {
        let test = TestEnvironment()
        await #expect(throws: LoginFailure.expired) {
            try await LoginModel(environment: test.environment).signIn { _ in }
        }
        #expect(test.sleeps.entries.count == 180)
        #expect(test.stored.entries.isEmpty)
    }

    @Test("fails as soon as the code expires, without waiting for the next interval")
    func longInterval() async throws {
        let test = TestEnvironment(.response(.slowDown(.seconds(86_400))))
        await #expect(throws: LoginFailure.expired) {
            try await LoginModel(environment: test.environment).signIn { _ in }
        }
        #expect(test.sleeps.entries == [.seconds(5), .seconds(895)])
    }

    @Test(
        "fails with the error that GitHub reports",
        arguments: [LoginFailure.denied, .expired, .refused(code: "incorrect_device_code", message: "no")])
    func refusal(failure: LoginFailure) async throws {
        let test = TestEnvironment(.response(.pending), .failure(failure))
        await #expect(throws: failure) { try await LoginModel(environment: test.environment).signIn { _ in } }
        #expect(test.stored.entries.isEmpty)
    }

    @Test("ends the sign-in when an event cannot be sent")
    func deafness() async throws {
        struct Gone: Error {}
        let test = TestEnvironment(.response(.token(token)))
        await #expect(throws: Gone.self) {
            try await LoginModel(environment: test.environment).signIn { _ in throw Gone() }
        }
        #expect(test.sleeps.entries.isEmpty)
    }

    @Test("requests no code when a sign-in cannot change the account")
    func credential() async throws {
        var test = TestEnvironment(.response(.token(token)))
        let failure = LoginFailure.tokenIsCredential("issues.token")
        test.requireChangeable = { throw failure }
        let model = LoginModel(environment: test.environment)
        await #expect(throws: failure) { try await model.signIn { _ in } }
        #expect(test.codes.entries.isEmpty)
    }

    @Test("signs out")
    func signOut() async throws {
        let test = TestEnvironment()
        try await LoginModel(environment: test.environment).signOut()
        #expect(test.signedOut.entries == [true])
    }
}
