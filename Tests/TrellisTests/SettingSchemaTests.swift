import Testing

@testable import Trellis

@Suite("The JSON Schema of a setting", .timeLimit(.minutes(2)))
struct SettingSchemaTests {
    private func schema(_ type: SettingType, _ value: SettingValue? = nil) -> JSONObject {
        SettingDeclaration(path: ["key"], type: type, defaultValue: value, summary: "A key.").jsonSchema
    }

    @Test("the schema has the type, the limits, the default value and the description")
    func constraints() {
        #expect(
            schema(.integer(1...9), .text("3")) == [
                "description": "A key. Expected: an integer from 1 to 9.", "type": ["integer", "string", "null"],
                "pattern": "^[-+]?[0-9]+$",
                "minimum": 1, "maximum": 9, "default": 3,
            ])
        #expect(
            schema(.choice(["slow", "fast"]), .text("fast")) == [
                "description": "A key. Expected: one of slow, fast.", "enum": ["slow", "fast", nil], "default": "fast",
            ])
        #expect(schema(.boolean, .text("true"))["default"] == true)
        let list = schema(.strings, .texts(["Ada"]))
        #expect(list["type"] == ["array", "null"])
        #expect(list["default"] == ["Ada"])
        #expect(schema(.string)["default"] == nil)
        #expect(schema(.secret)["writeOnly"] == true)
    }

    @Test("the schema has the limits of a number without a unit, in seconds and bytes")
    func limits() {
        let duration = schema(.duration(.milliseconds(500) ... .seconds(60)), .text("1s"))
        #expect(duration["minimum"] == 0.5)
        #expect(duration["maximum"] == 60)
        #expect(duration["default"] == "1s")
        let size = schema(.bytes(ByteCount(bytes: 1)...ByteCount(bytes: 4_096)), .text("2K"))
        #expect(size["maximum"] == 4_096)
        #expect(size["default"] == "2K")
    }

    @Test("the patterns of the schema match the texts that the parsers accept")
    func patterns() throws {
        let day: SettingType = .duration(.zero ... .seconds(1 << 32))
        let types = [day, .bytes(ByteCount(bytes: 0)...ByteCount(bytes: .max)), .boolean, .integer(.min ... .max)]
        let patterns = try types.map { type in
            try Regex(#require(schema(type)["pattern"]?.stringValue))
        }
        var random = Generator()
        let parts = [
            "1", "23", "0.5", ".", " ", "s", "min", "h", "M", "K", "T", "x", "yes", "tRue", "off", "-", "+", "e",
        ]
        var accepted = 0
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
            for (type, pattern) in zip(types, patterns) {
                let isAccepted = type.diagnostic(for: text) == nil
                if isAccepted { accepted += 1 }
                #expect(try isAccepted == (pattern.wholeMatch(in: text) != nil), "'\(text)' as \(type.expectation)")
            }
        }
        #expect(accepted > 100)
    }

    /// A linear congruential generator (Knuth's MMIX), so that every run has the same texts.
    private struct Generator: RandomNumberGenerator {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }
}
