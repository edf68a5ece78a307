import Testing

@testable import Varlink

@Suite("Duplicate fields", .timeLimit(.minutes(2))) struct DuplicateFieldTests {
    private static func call(_ parameters: String, maximumDepth: Int = 2048) throws -> CallMessage {
        let message = #"{"org.example": {"x": [{}]}, "method": "a.b.C", "parameters": \#(parameters), "more": true}"#
        return try CallMessage(parsing: Array(message.utf8), maximumDepth: maximumDepth)
    }

    @Test(
        "reports the path of a duplicate field",
        arguments: [
            (#"{"a":1,"a":2}"#, "a"),
            (#" { "a" : { } , "b" : [ ] , "b" : 0 } "#, "b"),
            (#"{"a":{"b":0,"c":{}},"d":{"b":0,"b":0}}"#, "d.b"),
            (#"{"a":[0,"]",[],[{"b":"}"},{"c":[1,2],"c":[]}]]}"#, "a[3][1].c"),
            (#"{"a":[ [ ] , { } , { "b" : 0 , "b" : 0 } ]}"#, "a[2].b"),
            (#"{"\u0061":{"\"b\"":{"x,y":{"":1,"":2}}}}"#, #"a."b".x,y."#),
            (#"{"a":{"b":{"c":0,"c":0},"b":0}}"#, "a.b.c"),
            (#"{"a":{"c":0,"c":0},"a":0}"#, "a.c"),
            (#"{"a":-1.5e+3,"b":true,"c":null,"d":"\\","e":{"f":false,"f":0}}"#, "e.f"),
        ])
    func isFound(_ parameters: String, _ path: String) throws {
        #expect(try Self.call(parameters).duplicateField == VarlinkDecodingError(.duplicateField, path: path))
    }

    /// Calls are parsed on an event loop, before any access control.
    ///
    /// A separate scan for each level would take many minutes.
    @Test("finds a duplicate field at any depth in linear time") func findsADuplicateFieldAtAnyDepthInLinearTime()
        throws
    {
        let depth = 20_000
        for (open, close, step) in [(#"{"a":"#, "}", "a."), (#"{"a":["#, "]}", "a[0].")] {
            let inner = #"{"x":1,"x":2,"p":"\#(String(repeating: "y", count: 1_000_000))"}"#
            let parameters =
                String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
            let path = try Self.call(parameters, maximumDepth: 3 * depth).duplicateField?.path
            #expect(path == String(repeating: step, count: depth) + "x")
        }
    }
}
