import LogSupport
import Testing

@Suite("Control characters", .timeLimit(.minutes(2)))
struct ControlCharacterTests {
    @Test(
        "escapes control characters as in Swift",
        arguments: [("a\u{1B}b\n", #"a\u{1B}b\n"#), ("\u{202E}", #"\u{202E}"#), ("ä", "ä")])
    func escaping(text: String, expected: String) {
        #expect(escapingControlCharacters(in: text) == expected)
    }

    @Test(
        "replaces control characters with spaces", arguments: [("a\r\nb", "a  b"), ("\u{9B}31m", " 31m"), ("ä", "ä")])
    func replacing(text: String, expected: String) {
        #expect(replacingControlCharacters(in: text) == expected)
    }
}
