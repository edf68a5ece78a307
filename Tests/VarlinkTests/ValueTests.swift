import Testing
import Varlink

@Suite("Encoding of values", .timeLimit(.minutes(2))) struct ValueTests {
    static func decode<Value: VarlinkValue>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        try EncodedJSON(parsing: Array(text.utf8)).decode(as: type)
    }

    static func encode(_ value: some VarlinkValue) throws -> String {
        try EncodedJSON(value).text
    }

    @Test("encodes and decodes scalars") func scalars() throws {
        #expect(try Self.decode("true", as: Bool.self))
        #expect(try Self.decode(" -12 ", as: Int.self) == -12)
        #expect(try Self.decode("9223372036854775807", as: Int.self) == .max)
        #expect(try Self.decode("3", as: Double.self) == 3)
        #expect(try Self.decode("1e-2", as: Double.self) == 0.01)
        #expect(try Self.decode(#""a\u00e9\ud83d\ude00\/""#, as: String.self) == "aé😀/")
        #expect(try Self.encode(true) == "true")
        #expect(try Self.encode(Int.min) == "-9223372036854775808")
        #expect(try Self.encode(1.0) == "1.0")
        #expect(try Self.encode("\u{1}\u{1F}\"\\é") == #""\u0001\u001f\"\\é""#)
    }

    @Test("encodes and decodes containers") func containers() throws {
        #expect(try Self.decode("[1,[],2]", as: [JSONValue].self) == [1, [], 2])
        #expect(try Self.decode(#"{"b":2,"a":1}"#, as: [String: Int].self) == ["a": 1, "b": 2])
        #expect(try Self.encode(["b": 2, "a": 1, "c": 0]) == #"{"a":1,"b":2,"c":0}"#)
        #expect(try Self.decode("[1,null]", as: [Int?].self) == [1, nil])
        #expect(try Self.decode(#"{"a":null}"#, as: [String: Int?].self) == ["a": nil] as [String: Int?])
        #expect(try Self.encode([1, nil] as [Int?]) == "[1,null]")
        #expect(try Self.encode([[String]]()) == "[]")
    }

    @Test(
        "rejects other types for a string",
        arguments: [
            ("1", "is a number where a string is expected"), ("null", "must not be null"),
            ("[]", "is an array where a string is expected"), ("{}", "is an object where a string is expected"),
            ("true", "is a bool where a string is expected"),
        ])
    func otherTypesForString(_ text: String, _ reason: String) {
        let error = #expect(throws: VarlinkDecodingError.self) { try Self.decode(text, as: String.self) }
        #expect(error?.reason.description == reason)
        #expect(error?.path == "")
    }

    @Test(
        "rejects other types for an integer",
        arguments: ["1.0", "1e2", "9223372036854775808", "-9223372036854775809", "\"1\"", "true", "null"])
    func rejectsOtherTypesForAnInteger(_ text: String) {
        #expect(throws: VarlinkDecodingError.self) { try Self.decode(text, as: Int.self) }
    }

    @Test("rejects other types for a float", arguments: ["1e400", "\"1\"", "false", "null"]) func otherTypesForFloat(
        _ text: String
    ) {
        #expect(throws: VarlinkDecodingError.self) { try Self.decode(text, as: Double.self) }
    }

    @Test("rejects null for types that are not nullable") func rejectsNullForOtherTypes() {
        #expect(throws: VarlinkDecodingError(.null)) { try Self.decode("null", as: JSONValue.self) }
        #expect(throws: VarlinkDecodingError(.null, path: "[1]")) { try Self.decode("[1,null]", as: [JSONValue].self) }
        #expect(throws: VarlinkDecodingError(.null, path: "[a]")) {
            try Self.decode(#"{"a":null}"#, as: [String: Int].self)
        }
    }

    @Test("reports the path of a mismatch") func pathsLeadToTheFault() {
        #expect(throws: VarlinkDecodingError(.wrongType(expected: "an integer", found: "a string"), path: "[1][0]")) {
            try Self.decode(#"[[1],["x"]]"#, as: [[Int]].self)
        }
        #expect(throws: VarlinkDecodingError(.missing, path: "[0].kind")) {
            try Self.decode(#"[{"id":"x"}]"#, as: [TrialContract.Item].self)
        }
        #expect(throws: VarlinkDecodingError(.unknownCase("odd", known: ["plain", "starred"]), path: "item.kind")) {
            try Self.decode(#"{"item":{"id":"x","kind":"odd"}}"#, as: Single<TrialContract.Item, ItemField>.self)
        }
    }

    @Test("rejects or skips unknown fields, depending on the reader") func rejectsOrSkipsUnknownFields() throws {
        let text = #"{"x":{"y":["}",{"z":"\\\""}]},"id":"1","q":-1e5,"kind":"plain","r":null}"#
        let encoded = try EncodedJSON(parsing: Array(text.utf8))
        #expect(throws: VarlinkDecodingError(.unknownField, path: "x")) {
            try encoded.decode(as: TrialContract.Item.self)
        }
        #expect(
            try encoded.decode(as: TrialContract.Item.self, unknownFields: .skip)
                == TrialContract.Item(id: "1", kind: .plain))
    }

    /// Recursive types are read recursively, so the reader limits their depth to protect the stack.
    @Test("limits the depth of recursive types") func limitsTheDepthOfRecursiveTypes() async throws {
        func nested(_ depth: Int) throws -> Node {
            let outer = depth - 1
            return try Self.decode(
                String(repeating: #"{"next":"#, count: outer) + "{}" + String(repeating: "}", count: outer))
        }
        #expect(try nested(512).depth == 512)
        let error = #expect(throws: VarlinkDecodingError.self) { try nested(513) }
        #expect(error?.reason == .tooDeep(limit: 512))
        #expect(error?.path.split(separator: ".").count == 512)
        #expect(throws: VarlinkDecodingError.self) { try nested(2000) }
    }

    @Test("rejects values that Varlink cannot represent") func rejectsValuesThatVarlinkCannotRepresent() {
        #expect(throws: VarlinkEncodingError.notFinite) { try Self.encode(["a": Double.nan]) }
        #expect(throws: VarlinkEncodingError.notFinite) { try Self.encode(-Double.infinity) }
        #expect(throws: VarlinkEncodingError.nulCharacter) { try Self.encode("a\u{0}") }
        #expect(throws: VarlinkEncodingError.parametersNotAnObject) {
            try CallMessage(method: "a.b.C", parameters: [1])
        }
        #expect(throws: VarlinkEncodingError.nulCharacter) {
            try CallMessage(method: "a.b.\u{0}", parameters: JSONObject())
        }
    }
}

/// `type Node (next: ?Node)` as generated code, with the field in an array of at most one element.
struct Node: VarlinkValue, Hashable {
    private var nextStorage: [Node]

    var depth: Int { 1 + (nextStorage.first?.depth ?? 0) }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var next: Node?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "next": next = try reader.optionalField("next", as: Node.self)
            default: try reader.unknownField(key)
            }
        }
        nextStorage = next.map { [$0] } ?? []
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.optionalField("next", nextStorage.first)
        writer.endObject()
    }
}
