import Foundation
import Testing

@testable import TrellisHTTP

@Suite("ReceivedJSON", .timeLimit(.minutes(2)))
struct ReceivedJSONTests {
    private func decode(_ json: String) throws -> String {
        try ReceivedJSON.decode([String].self, from: Array(json.utf8))[0]
    }

    @Test(
        "replaces U+0000 and unpaired surrogates with U+FFFD, and nothing else",
        arguments: [
            (#"["a\u0000b"]"#, "a\u{FFFD}b"), (#"["\u0000\u0000"]"#, "\u{FFFD}\u{FFFD}"),
            (#"["\\u0000"]"#, #"\u0000"#), (#"["\\\u0000"]"#, "\\\u{FFFD}"), (#"["\n\u0041\u0001"]"#, "\nA\u{1}"),
            (#"["\ud800"]"#, "\u{FFFD}"), (#"["\uDC00x"]"#, "\u{FFFD}x"), (#"["\ud83d\ude00"]"#, "\u{1F600}"),
            (#"["\ud800\ud83d\ude00"]"#, "\u{FFFD}\u{1F600}"), (#"["\ud800\u0000"]"#, "\u{FFFD}\u{FFFD}"),
            (#"["\ud800\n"]"#, "\u{FFFD}\n"), ("[\"\u{FFFD}\u{E9}\"]", "\u{FFFD}\u{E9}"),
        ])
    func replacement(json: String, text: String) throws {
        #expect(try decode(json) == text)
    }

    @Test(
        "rejects malformed JSON",
        arguments: [#"["\"#, #"["\u"#, #"["\u00"#, #"["\u000"]"#, #"["\u+000"]"#, "[\"\u{0}\"]", ""])
    func broken(json: String) {
        let error = #expect(throws: DecodingError.self) { try decode(json) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.isEmpty)
    }

    @Test("rejects UTF-16 and UTF-32")
    func encodings() throws {
        for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf32, .utf32LittleEndian] {
            let bytes = Array(try #require(#"["\u0000"]"#.data(using: encoding)))
            #expect(throws: DecodingError.self, "\(encoding)") { try ReceivedJSON.decode([String].self, from: bytes) }
        }
    }
}
