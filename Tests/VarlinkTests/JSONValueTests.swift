import Testing
import Varlink

@Suite("JSON values", .timeLimit(.minutes(2))) struct JSONValueTests {
    @Test(
        "preserves the kind of numbers",
        arguments: [
            ("1", .integer(1)), ("-9223372036854775808", .integer(.min)), ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)), ("18446744073709551615", .unsigned(.max)),
            ("18446744073709551616", .number(18_446_744_073_709_551_616)), ("1.0", .number(1)), ("-0", .integer(0)),
            ("1e2", .number(100)), ("5e-324", .number(.leastNonzeroMagnitude)), ("0.1", .number(0.1)),
        ] as [(String, JSONValue)])
    func numbersKeepTheirKind(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test("rejects a number beyond the range of a double") func rejectsANumberBeyondADouble() {
        #expect(throws: VarlinkDecodingError(.outOfRange("1e400"))) { try JSONValue(parsing: "1e400") }
        #expect(throws: VarlinkDecodingError(.outOfRange("-1e400"), path: "a[1]")) {
            try JSONValue(parsing: #"{"a":[0,-1e400]}"#)
        }
    }

    @Test(
        "prints parsed text unchanged",
        arguments: [
            "null", "[1,2.5,\"x\"]", #"{"b":1,"a":{"z":null,"y":[]},"c":{}}"#, #""\"\\\b\f\n\r\t\u001f/é😀""#, "1e+300",
            "-0.5", "18446744073709551615",
        ])
    func printsParsedTextUnchanged(_ text: String) throws {
        #expect(try JSONValue(parsing: text).formatted() == text)
    }

    @Test("prints one member per line") func printsOneMemberPerLine() throws {
        let value = try JSONValue(parsing: #"{"b":[1,{"c":null}],"a":{},"d":[],"e":"x"}"#)
        #expect(
            value.formatted(.pretty) == """
                {
                  "b": [
                    1,
                    {
                      "c": null
                    }
                  ],
                  "a": {},
                  "d": [],
                  "e": "x"
                }
                """)
    }

    /// The values are random trees, printed in both layouts.
    @Test("round-trips random values", arguments: 0..<200) func anyValueComesBack(_ seed: UInt64) throws {
        var random = Random(seed: seed)
        let value = JSONValue.random(depth: 5, using: &random)
        #expect(try JSONValue(parsing: value.formatted(.compact)) == value)
        #expect(try JSONValue(parsing: value.formatted(.pretty)) == value)
    }

    @Test("keeps the order of members, and ignores the order in comparisons")
    func keepsTheOrderOfMembersAndIgnoresItForEquality() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["c"] = 3
        object["a"] = 4
        #expect(object.members.map(\.key) == ["a", "b", "c"])
        #expect(object == ["c": 3, "b": 2, "a": 4])
        #expect(object.hashValue == (["c": 3, "b": 2, "a": 4] as JSONObject).hashValue)
        #expect(object != ["a": 4, "b": 2])
        object["b"] = nil
        #expect(object.members.map(\.key) == ["a", "c"])
        #expect(object["b"] == nil)
    }

    @Test("parses and prints 2048 nested arrays") func handlesDeepNesting() throws {
        let text = String(repeating: "[", count: 2048) + String(repeating: "]", count: 2048)
        #expect(try JSONValue(parsing: text).formatted() == text)
    }

    @Test("finds values by key and index") func findsValuesByKeyAndIndex() throws {
        let value = try JSONValue(parsing: #"{"a":[true,1,18446744073709551615,2.5,"x"]}"#)
        #expect(value["a"]?[0]?.boolValue == true)
        #expect(value["a"]?[1]?.integerValue == 1)
        #expect(value["a"]?[1]?.doubleValue == 1)
        #expect(value["a"]?[2]?.doubleValue == 18_446_744_073_709_551_616)
        #expect(value["a"]?[3]?.doubleValue == 2.5)
        #expect(value["a"]?[4]?.stringValue == "x")
        #expect(value["a"]?[5] == nil)
        #expect(value["b"] == nil)
    }
}

/// A reproducible random number generator (SplitMix64).
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension JSONValue {
    static func random(depth: Int, using random: inout Random) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64(bitPattern: random.next()) >> Int.random(in: 0..<64, using: &random))
        case 3: return .unsigned(random.next() | 1 << 63)
        case 4: return .number(randomDouble(using: &random))
        case 5: return .string(randomString(using: &random))
        case 6:
            let count = Int.random(in: 0...12, using: &random)
            return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                object[randomString(using: &random)] = .random(depth: depth - 1, using: &random)
            }
            return .object(object)
        }
    }

    private static func randomDouble(using random: inout Random) -> Double {
        let value = Double(bitPattern: random.next())
        return value.isFinite ? value : 0.5
    }

    private static func randomString(using random: inout Random) -> String {
        let scalars = (0..<Int.random(in: 0...10, using: &random)).map { _ in
            Unicode.Scalar(UInt32.random(in: 1...0x1_FFFF, using: &random)) ?? "\\"
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
