import Testing
import Varlink

@Suite("JSON syntax", .timeLimit(.minutes(2))) struct JSONSyntaxTests {
    @Test(
        "accepts valid JSON",
        arguments: [
            "null", "true", " false ", "0", "-0", "-1", "1.5", "1e3", "1E-3", "1.0e+10", "\"\"", "\"é€😀\"",
            #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"\u{7F}\"", "[]", "[ ]", "{}", "{ }", "\t[1 , 2]\r\n",
            #"{"a":{"a":[{"a":1},{"a":2}]},"b":1}"#, #"{"":0}"#, "9223372036854775808", "1e400",
        ])
    func isAccepted(_ text: String) throws {
        _ = try EncodedJSON(parsing: Array(text.utf8))
    }

    @Test(
        "rejects invalid JSON and reports the offset of the violation",
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
            ("{\"a\"", .unexpectedEnd, 4), ("\"a", .unexpectedEnd, 2), ("tru", .unexpectedEnd, 3),
            ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2),
            ("nul!", .unexpectedByte(0x21), 3), ("[1,]", .unexpectedByte(0x5D), 3), ("[,1]", .unexpectedByte(0x2C), 1),
            ("{\"a\":1,}", .unexpectedByte(0x7D), 7), ("{a:1}", .unexpectedByte(0x61), 1),
            ("{\"a\" 1}", .unexpectedByte(0x31), 5), ("[1 2]", .unexpectedByte(0x32), 3),
            ("[1}", .unexpectedByte(0x7D), 2), ("{\"a\":1]", .unexpectedByte(0x5D), 6), ("01", .trailingBytes, 1),
            ("+1", .unexpectedByte(0x2B), 0), (".5", .unexpectedByte(0x2E), 0), ("1.e3", .unexpectedByte(0x65), 2),
            ("-a", .unexpectedByte(0x61), 1), ("NaN", .unexpectedByte(0x4E), 0), ("Infinity", .unexpectedByte(0x49), 0),
            ("{} {}", .trailingBytes, 3), ("1 // one", .trailingBytes, 2), ("/* */ 1", .unexpectedByte(0x2F), 0),
            ("\u{FEFF}1", .unexpectedByte(0xEF), 0), ("'a'", .unexpectedByte(0x27), 0),
            ("\"a\nb\"", .controlCharacter(0x0A), 2), ("\"a\u{0}\"", .controlCharacter(0), 2),
            (#""\x41""#, .invalidEscape, 1), (#""\u12g4""#, .invalidEscape, 1), (#""\u0000""#, .nulCharacter, 1),
            (#""\ud83d""#, .loneSurrogate, 1), (#""\ud83dx""#, .loneSurrogate, 1), (#""\ude00""#, .loneSurrogate, 1),
            (#""\ud83d\ud83d""#, .loneSurrogate, 1),
        ] as [(String, JSONSyntaxError.Reason, Int)])
    func isRefused(_ text: String, _ reason: JSONSyntaxError.Reason, _ offset: Int) throws {
        let error = #expect(throws: JSONSyntaxError.self) { try EncodedJSON(parsing: Array(text.utf8)) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    /// The arguments are the limits of each range in the Unicode standard's table of well-formed sequences.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x7F], [0xC2, 0xC0], [0xE0, 0x9F, 0xBF],
            [0xE1, 0x80], [0xE1, 0x80, 0x7F], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        for end in [[quote], [UInt8](repeating: quote, count: 3)] {
            let error = #expect(throws: JSONSyntaxError.self) { try EncodedJSON(parsing: [quote] + bytes + end) }
            #expect(error?.reason == .invalidUTF8)
            #expect(error?.offset == 1)
        }
    }

    @Test("accepts every Unicode scalar in a string") func acceptsEveryUnicodeScalarInAString() throws {
        for range in [0x20...0xD7FF, 0xE000...0xFFFF] as [ClosedRange<UInt32>] {
            let scalars = range.compactMap(Unicode.Scalar.init).filter { $0 != "\"" && $0 != "\\" }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let value = try JSONValue(parsing: "\"\(String(text))\"")
            #expect(value == .string(String(text)))
        }
    }

    @Test(
        "rejects a duplicate key",
        arguments: [
            (#"{"a":1,"a":2}"#, "a", 7), (#"{"a":1,"\u0061":2}"#, "a", 7), (#"[{"b":{"é":0,"x":[],"é":1}}]"#, "é", 21),
            (#"{"":1,"":2}"#, "", 6),
        ])
    func rejectsADuplicateKey(_ text: String, _ key: String, _ offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try EncodedJSON(parsing: Array(text.utf8)) }
        #expect(error?.reason == .duplicateKey(key))
        #expect(error?.offset == offset)
    }

    /// Long lists of keys are compared by a different algorithm than short lists.
    @Test("rejects a duplicate key among many keys", arguments: [2, 8, 9, 1000]) func rejectsADuplicateKeyAmongMany(
        _ count: Int
    ) throws {
        let keys = (0..<count).map { "\"key\($0 * 7919 % 10007)\":0" }
        _ = try JSONValue(parsing: "{" + keys.joined(separator: ",") + "}")
        let twice = keys + [keys[count / 2]]
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: "{" + twice.joined(separator: ",") + "}")
        }
        #expect(error?.offset == 1 + keys.joined(separator: ",").utf8.count + 1)
    }

    @Test("limits the nesting depth") func limitsNesting() throws {
        func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
            Array((String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)).utf8)
        }
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            _ = try EncodedJSON(parsing: nested(2048, open, close))
            let error = #expect(throws: JSONSyntaxError.self) { try EncodedJSON(parsing: nested(2049, open, close)) }
            #expect(error?.reason == .tooDeep(limit: 2048))
            _ = try EncodedJSON(parsing: nested(3, open, close), maximumDepth: 3)
            #expect(throws: JSONSyntaxError.self) { try EncodedJSON(parsing: nested(4, open, close), maximumDepth: 3) }
        }
    }

    @Test("describes the violation and its offset") func describesTheViolationAndItsOffset() {
        let error = #expect(throws: JSONSyntaxError.self) { try EncodedJSON(parsing: Array("[1,]".utf8)) }
        #expect(error?.description == "Not JSON: unexpected ']' at byte 3.")
    }
}
