import Foundation
import Testing

@testable import Issues

/// The login, with an environment alone: no container, no daemon, no network.
@Suite("The model of the login", .timeLimit(.minutes(10)))
struct LoginModelTests {
    /// Something that the world answers, or does, when it is asked for the token.
    enum Turn: Sendable {
        case answer(TokenAnswer)
        case failure(any Error)
    }

    /// An environment in which time passes only while somebody sleeps.
    struct World: Sendable {
        let turns: Journal<Turn>
        let sleeps = Journal<Duration>()
        let kept = Journal<Token>()
        let forgotten = Journal<Bool>()
        let start = Date(timeIntervalSince1970: 1_800_000_000)

        init(_ turns: Turn...) { self.turns = Journal(turns) }

        var environment: LoginEnvironment {
            let now: @Sendable () -> Date = { start + sleeps.entries.reduce(0) { $0 + $1 / .seconds(1) } }
            return LoginEnvironment(
                requestCode: {
                    DeviceCode(
                        deviceCode: "3584d83530557fdd1f46af8289938c8ef79f9dc5", userCode: "WDJB-MJHT",
                        verificationURL: "https://github.com/login/device", expires: start + 900, interval: .seconds(5))
                },
                requestToken: { _ in
                    switch turns.next() {
                    case .answer(let answer): return answer
                    case .failure(let error): throw error
                    case nil: return .pending
                    }
                },
                keep: { kept.note($0) },
                forget: { forgotten.note(true) },
                now: now,
                sleep: { sleeps.note($0) })
        }
    }

    private let token: Token

    init() throws { token = try #require(Token("gho_octocat")) }

    @Test("tells the code, waits as long as GitHub asks for, and keeps the token")
    func signIn() async throws {
        let world = World(.answer(.pending), .answer(.pending), .answer(.token(token)))
        let events = Journal<LoginModel.Event>()
        try await LoginModel(environment: world.environment).signIn { events.note($0) }
        guard case .code(let code) = events.entries.first else { throw LoginFailure.expired }
        #expect(code.userCode == "WDJB-MJHT")
        #expect(events.entries.count == 1)
        #expect(world.sleeps.entries == [.seconds(5), .seconds(5), .seconds(5)])
        #expect(world.kept.entries == [token])
    }

    @Test("waits longer when GitHub says slow_down, by what it says or by five seconds, and stays so")
    func slowDown() async throws {
        let world = World(
            .answer(.slowDown(.seconds(12))), .answer(.pending), .answer(.slowDown(nil)), .answer(.token(token)))
        try await LoginModel(environment: world.environment).signIn { _ in }
        #expect(world.sleeps.entries == [.seconds(5), .seconds(12), .seconds(12), .seconds(17)])
    }

    @Test("goes on while GitHub is away, says so once, and asks less and less often")
    func absence() async throws {
        let away = GitHubFailure.unreachable(reason: "the cable is out", since: .distantPast)
        let world = World(
            .failure(away), .failure(away), .failure(away), .failure(away), .failure(away), .answer(.pending),
            .failure(away), .answer(.token(token)))
        let events = Journal<LoginModel.Event>()
        try await LoginModel(environment: world.environment).signIn { events.note($0) }
        #expect(
            Array(events.entries.dropFirst())
                == [.waiting(reason: "the cable is out"), .waiting(reason: "the cable is out")])
        #expect(world.sleeps.entries == [5, 10, 20, 40, 60, 60, 5, 10].map { .seconds($0) })
        #expect(world.kept.entries == [token])
    }

    @Test("ends when the code is not entered in time")
    func expiry() async throws {
        let world = World()
        await #expect(throws: LoginFailure.expired) {
            try await LoginModel(environment: world.environment).signIn { _ in }
        }
        #expect(world.sleeps.entries.count == 180)
        #expect(world.kept.entries.isEmpty)
    }

    @Test("ends when the code is too old, and not after the next interval")
    func longInterval() async throws {
        let world = World(.answer(.slowDown(.seconds(86_400))))
        await #expect(throws: LoginFailure.expired) {
            try await LoginModel(environment: world.environment).signIn { _ in }
        }
        #expect(world.sleeps.entries == [.seconds(5), .seconds(895)])
    }

    @Test(
        "ends with what GitHub refuses",
        arguments: [LoginFailure.denied, .expired, .refused(code: "incorrect_device_code", message: "no")])
    func refusal(failure: LoginFailure) async throws {
        let world = World(.answer(.pending), .failure(failure))
        await #expect(throws: failure) { try await LoginModel(environment: world.environment).signIn { _ in } }
        #expect(world.kept.entries.isEmpty)
    }

    @Test("ends when nobody listens any more")
    func deafness() async throws {
        struct Gone: Error {}
        let world = World(.answer(.token(token)))
        await #expect(throws: Gone.self) {
            try await LoginModel(environment: world.environment).signIn { _ in throw Gone() }
        }
        #expect(world.sleeps.entries.isEmpty)
    }

    @Test("forgets the token")
    func signOut() async throws {
        let world = World()
        try await LoginModel(environment: world.environment).signOut()
        #expect(world.forgotten.entries == [true])
    }
}
