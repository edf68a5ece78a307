import Foundation
import Testing

@testable import Issues

@Suite("A token", .timeLimit(.minutes(10)))
struct TokenTests {
    @Test("does not show itself, however it is printed")
    func redaction() throws {
        let token = try #require(Token("gho_16C7e42F292c6912E7710c838347Ae178B4a"))
        let account = Account.signedIn(token, .file)
        let request = HTTPRequest(url: "https://api.github.com/user", token: token)
        let environment = TokenAnswer.token(token)
        var dumped = ""
        for value in [token, account, request, environment, [token: token], Optional(token) as Any] as [Any] {
            dump(value, to: &dumped)
            dumped += "\(value) \(String(reflecting: value)) \(String(describing: Mirror(reflecting: value)))"
        }
        #expect(dumped.contains("(redacted)"))
        #expect(!dumped.contains("16C7e42F"))
    }

    @Test("is a line that can stand in a header")
    func reading() {
        #expect(Token(" gho_x\n")?.authorization == "Bearer gho_x")
        for text in ["", " \n", "a b", "a\nb", "gho_ä", "a\u{0}", String(repeating: "a", count: 1_025)] {
            #expect(Token(text) == nil, "\(text.debugDescription)")
        }
        #expect(Token(String(repeating: "a", count: 1_024)) != nil)
    }

    @Test("has a name that tells it from others, and does not tell it")
    func fingerprint() throws {
        let one = try #require(Token("gho_one"))
        let two = try #require(Token("gho_two"))
        #expect(one.fingerprint != two.fingerprint)
        #expect(one.fingerprint == Token("gho_one\n")?.fingerprint)
        #expect(one.fingerprint.count == 32)
        #expect(!one.fingerprint.contains("gho"))
    }

    /// NIST, "Secure Hash Standard: examples", and lengths around the end of a block.
    @Test(
        "is named by SHA-256",
        arguments: [
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func hash(text: String, digest: String) {
        #expect(SHA256.digest(of: Array(text.utf8)).hexadecimal == digest)
    }
}
