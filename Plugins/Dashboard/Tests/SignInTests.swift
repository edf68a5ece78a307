import HTTPTypes
import Synchronization
import Testing
import Trellis

@testable import Dashboard

@Suite("Sign-in and sessions", .timeLimit(.minutes(2)))
struct SignInTests {
    /// A monotonic clock that a test advances.
    private final class Time: Sendable {
        private let instant = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { instant.withLock(\.self) }
        func advance(by duration: Duration) { instant.withLock { $0 += duration } }
    }

    private func user(_ id: UInt32) -> RepresentedUser {
        RepresentedUser(id: id, name: "user\(id)", role: { .read }) {
            LocalCaller(
                router: VarlinkRouter(information: ServiceInformation(vendor: "", product: "", version: "", url: "")))
        }
    }

    private func isAccepted(_ outcome: SignIns.Outcome) -> Bool {
        if case .accepted = outcome { true } else { false }
    }

    @Test("a token has 256 random bits")
    func tokens() {
        let tokens = (0..<100).map { _ in SecretToken().text }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test("a token expires after a minute")
    func expiry() {
        let time = Time()
        let signIns = SignIns { time.now }
        let (first, second) = (signIns.add(user(1)), signIns.add(user(1)))
        time.advance(by: .seconds(59))
        #expect(isAccepted(signIns.redeem(first.text)))
        time.advance(by: .seconds(1))
        #expect(!isAccepted(signIns.redeem(second.text)))
    }

    @Test("further tokens replace the oldest ones of the same user only")
    func limit() {
        let time = Time()
        let signIns = SignIns { time.now }
        let other = signIns.add(user(2))
        let tokens = (0...SignIns.maximumPerUser).map { _ in
            time.advance(by: .milliseconds(1))
            return signIns.add(user(1))
        }
        #expect(!isAccepted(signIns.redeem(tokens[0].text)))
        #expect(tokens.dropFirst().allSatisfy { isAccepted(signIns.redeem($0.text)) })
        #expect(isAccepted(signIns.redeem(other.text)))
    }

    @Test("a session is closed while its user has no role")
    func withoutRole() {
        let role = Mutex(Role?.some(.read))
        let user = RepresentedUser(id: 1, name: "ada", role: { role.withLock(\.self) }, connect: user(1).connect)
        let sessions = WebSessions()
        let token = sessions.open(for: user).text
        #expect(sessions.session(token)?.user.role == .read)
        role.withLock { $0 = nil }
        #expect(sessions.session(token) == nil)
        // The audit log names the user of a rejected request.
        #expect(sessions.user(token)?.name == "ada")
        role.withLock { $0 = .operate }
        #expect(sessions.session(token)?.user.role == .operate)
    }

    @Test("a session ends after eight hours, and further sessions end the oldest ones of the user")
    func sessions() throws {
        let time = Time()
        let sessions = WebSessions { time.now }
        let other = sessions.open(for: user(2))
        let tokens = (0...WebSessions.maximumPerUser).map { _ in
            time.advance(by: .milliseconds(1))
            return sessions.open(for: user(1))
        }
        #expect(sessions.session(tokens[0].text) == nil)
        #expect(tokens.dropFirst().allSatisfy { sessions.session($0.text)?.user.id == 1 })
        #expect(sessions.session(other.text)?.user.id == 2)
        time.advance(by: .seconds(8 * 3_600))
        #expect(sessions.session(tokens[5].text) == nil)
    }

    @Test("a session has a limited number of streams")
    func streams() throws {
        let sessions = WebSessions()
        let session = try #require(sessions.session(sessions.open(for: user(1)).text))
        #expect((0..<8).allSatisfy { _ in session.beginStream() })
        #expect(!session.beginStream())
        session.endStream()
        #expect(session.beginStream())
    }

    @Test(
        "the origin of a request is that of the page",
        arguments: [
            (["Sec-Fetch-Site": "same-origin"], true), (["Sec-Fetch-Site": "none"], true), ([:], true),
            (["Origin": "http://127.0.0.1:8765"], true), (["Origin": "http://127.0.0.1:8766"], false),
            (["Origin": "https://127.0.0.1:8765"], false), (["Origin": "null"], false),
            (["Sec-Fetch-Site": "cross-site"], false), (["Sec-Fetch-Site": "same-site"], false),
            (["Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1:8765"], false),
        ])
    func origins(fields: [String: String], isOwn: Bool) throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:8765", path: "/logout")
        for (name, value) in fields { head.headerFields[try #require(HTTPField.Name(name))] = value }
        #expect((RequestGuard.foreignOrigin(of: head) == nil) == isOwn)
    }

    @Test("the position of a stream survives its text form", arguments: ["12.345.2026-11-25T12:00:00.000Z", "0.0.x"])
    func position(text: String) throws {
        #expect(try #require(StreamPosition(text)).text == text)
    }

    @Test("an invalid position is ignored", arguments: ["", "1", "1.2", "a.2.x", "-1.2.x", "1.-2.x"])
    func invalidPosition(text: String) { #expect(StreamPosition(text) == nil) }
}
