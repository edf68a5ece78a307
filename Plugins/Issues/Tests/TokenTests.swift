import Foundation
import Logging
import Testing
import TrellisHTTP
import TrellisTesting

@testable import Issues

@Suite("Token", .timeLimit(.minutes(2)))
struct TokenTests {
    @Test("a token is (redacted) in every description")
    func redaction() throws {
        let token = try #require(Token("gho_16C7e42F292c6912E7710c838347Ae178B4a"))
        let account = Account.signedIn(token, .file)
        let request = HTTPRequest(url: "https://api.github.com/user", credential: token.credential)
        let environment = TokenResponse.token(token)
        var dumped = ""
        for value in [token, account, request, environment, [token: token], Optional(token) as Any] as [Any] {
            dump(value, to: &dumped)
            dumped += "\(value) \(String(reflecting: value)) \(String(describing: Mirror(reflecting: value)))"
        }
        #expect(dumped.contains("(redacted)"))
        #expect(!dumped.contains("16C7e42F"))
    }

    @Test("a token is (redacted) in the log")
    func log() throws {
        let token = try #require(Token("gho_16C7e42F292c6912E7710c838347Ae178B4a"))
        let log = LogRecorder()
        let request = HTTPRequest(url: "https://api.github.com/user", credential: token.credential)
        log.logger("issues").info("with \(token)", metadata: ["token": "\(token)", "request": "\(request)"])
        #expect(log.lines.count == 1)
        #expect(log.lines.allSatisfy { $0.contains("(redacted)") && !$0.contains("16C7e42F") })
    }

    @Test("accepts one line of visible ASCII")
    func reading() {
        #expect(Token(" gho_x\n")?.credential == .bearer("gho_x"))
        for text in ["", " \n", "a b", "a\nb", "gho_ä", "a\u{0}", String(repeating: "a", count: 1_025)] {
            #expect(Token(text) == nil, "\(text.debugDescription)")
        }
        #expect(Token(String(repeating: "a", count: 1_024)) != nil)
    }

    @Test("the fingerprint identifies a token without revealing it")
    func fingerprint() throws {
        let one = try #require(Token("gho_one"))
        let two = try #require(Token("gho_two"))
        #expect(one.fingerprint != two.fingerprint)
        #expect(one.fingerprint == Token("gho_one\n")?.fingerprint)
        #expect(one.fingerprint.count == 32)
        #expect(!one.fingerprint.contains("gho"))
    }
}
