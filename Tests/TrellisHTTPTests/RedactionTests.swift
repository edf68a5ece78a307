import Testing

@testable import TrellisHTTP

@Suite("Redaction of credentials in responses", .timeLimit(.minutes(2)))
struct RedactionTests {
    private func redacted(_ text: String, _ credential: HTTPCredential) -> String {
        var response = HTTPResponse(status: 200, headers: ["x-echo": text], body: Array(text.utf8))
        response.redact(credential)
        #expect(response.headers["x-echo"] == String(decoding: response.body, as: UTF8.self))
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test(
        "replaces each occurrence of the credential",
        arguments: [
            ("gho_secret", "(redacted)"), ("a gho_secretgho_secret.", "a (redacted)(redacted)."),
            ("ggho_gho_secret", "ggho_(redacted)"), ("gho_secre", "gho_secre"), ("", ""),
            ("gho_secre\u{E9}", "gho_secre\u{E9}"),
        ])
    func bearer(text: String, expected: String) {
        #expect(redacted(text, .bearer("gho_secret")) == expected)
    }

    @Test("replaces encoded forms of the credential", arguments: ["a/b+secret", "a%2Fb%2Bsecret", #"a\/b+secret"#])
    func forms(text: String) {
        #expect(redacted("<\(text)>", .parameter(name: "key", value: "a/b+secret")) == "<(redacted)>")
    }

    @Test("does not replace a credential of fewer than 8 bytes")
    func short() {
        #expect(redacted("abcdefg", .bearer("abcdefg")) == "abcdefg")
    }
}
