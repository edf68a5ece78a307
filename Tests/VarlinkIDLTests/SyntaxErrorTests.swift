import Testing
import VarlinkIDL

@Suite("Syntax errors", .timeLimit(.minutes(2)))
struct SyntaxErrorTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let error: String

        init(_ text: String, _ error: String) {
            self.text = text
            self.error = error
        }

        var testDescription: String { error }
    }

    @Test(
        "syntax errors contain the position, the unexpected token and the expected token",
        arguments: [
            Case("", "1:1: expected the keyword 'interface', found the end of the text"),
            Case("# only\n", "2:1: expected the keyword 'interface', found the end of the text"),
            Case("method M() -> ()", "1:1: expected the keyword 'interface', found 'method'"),
            Case("interface", "1:10: expected the name of the interface, found the end of the text"),
            Case("interface (", "1:11: expected the name of the interface, found '('"),
            Case(
                "interface a.b\nfunction F()",
                "2:1: expected 'type', 'method', 'error' or the end of the text, found 'function'"),
            Case(
                "interface a.b method M() -> ()",
                "1:15: expected a line break after 'a.b'; each declaration begins on a new line"),
            Case(
                "interface a.b\nerror E () error F ()",
                "2:12: expected a line break after 'E'; each declaration begins on a new line"),
            Case("interface a.b\nmethod (", "2:8: expected the name of the method, found '('"),
            Case("interface a.b\ntype ()", "2:6: expected the name of the type, found '('"),
            Case("interface a.b\nerror", "2:6: expected the name of the error, found the end of the text"),
            Case(
                "interface a.b\nerror E\nerror F ()",
                "3:1: expected '(' and the parameters, or '()', found 'error'"),
            Case(
                "interface a.b\nmethod M -> ()",
                "2:10: expected '(' and the parameters, or '()', found '->'"),
            Case("interface a.b\nmethod M()", "2:11: expected '->' and the reply, found the end of the text"),
            Case("interface a.b\nmethod M() - ()", "2:12: expected '->' and the reply, found '-'"),
            Case(
                "interface a.b\nmethod M() ->\n",
                "3:1: expected '(' and the parameters, or '()', found the end of the text"),
            Case(
                "interface a.b\nmethod M(a) -> ()",
                "2:11: expected ':' and a type after 'a'; only values of an enumeration have no type"),
            Case("interface a.b\nmethod M(a: int b: int) -> ()", "2:17: expected ',' or ')', found 'b'"),
            Case("interface a.b\nmethod M(,) -> ()", "2:10: expected the name of a parameter, found ','"),
            Case(
                "interface a.b\nmethod M(a: int,) -> ()",
                "2:17: expected a name after ','; remove the comma after the last entry of a list"),
            Case("interface a.b\nmethod M(a: ) -> ()", "2:13: expected a type, found ')'"),
            Case("interface a.b\nmethod M(a:: int) -> ()", "2:12: expected a type, found ':'"),
            Case("interface a.b\nmethod M(a: ?) -> ()", "2:14: expected a type, found ')'"),
            Case("interface a.b\nmethod M(a: int", "2:16: expected ',' or ')', found the end of the text"),
            Case(
                "interface a.b\ntype T int",
                "2:8: expected '(' and the fields of a structure or the values of an enumeration, found 'int'"),
            Case("interface a.b\ntype T (:", "2:9: expected a name or ')', found ':'"),
            Case(
                "interface a.b\ntype T (a, b,\n)",
                "3:1: expected a name after ','; remove the comma after the last entry of a list"),
            Case("interface a.b\ntype T (a b)", "2:11: expected ':' and a type, ',' or ')', found 'b'"),
            Case("interface a.b\ntype T (a, b c)", "2:14: expected ',' or ')', found 'c'"),
            Case(
                "interface a.b\ntype T (a: int, b)",
                "2:18: expected ':' and a type after 'b'; only values of an enumeration have no type"),
            Case(
                "interface a.b\ntype T (a, b: int)",
                "2:13: value 'b' of an enumeration has a type; in a structure, every field has a type"),
            Case(
                "interface a.b\ntype T (a: [int]string)",
                "2:12: expected '[]' for an array or '[string]' for a map; the keys of maps are strings"),
            Case(
                "interface a.b\ntype T (a: [ ]int)",
                "2:12: expected '[]' for an array or '[string]' for a map; the keys of maps are strings"),
            Case("interface a.b\n{", "2:1: unexpected character '{' (U+007B) outside of a comment"),
            Case("interface a.b\n# é\ntype é", "3:6: unexpected character 'é' (U+00E9) outside of a comment"),
            Case("interface a.b\n\u{0}", "2:1: unexpected character U+0000 outside of a comment"),
            Case("interface a.b\n\u{A0}\u{A0}}", "2:5: unexpected character '}' (U+007D) outside of a comment"),
        ])
    func errors(of example: Case) {
        let error = #expect(throws: InterfaceSyntaxError.self) {
            try InterfaceDescription(parsing: example.text)
        }
        #expect(error?.description == example.error)
    }

    @Test("rejects types nested more than 64 levels deep")
    func depth() throws {
        func nested(_ prefix: String, _ count: Int) -> String {
            "interface a.b\ntype T (f: \(String(repeating: prefix, count: count))int)"
        }
        let limit = TypeExpression.maximumDepth
        #expect(throws: Never.self) { try InterfaceDescription(parsing: nested("[]", limit - 1)) }
        for prefix in ["[]", "?", "[string]", "(f: "] {
            let error = #expect(throws: InterfaceSyntaxError.self) {
                try InterfaceDescription(parsing: nested(prefix, 10_000))
            }
            #expect(error?.reason == .tooDeep(limit: limit))
            #expect(error?.position.line == 2)
        }
    }

    @Test("syntax errors have a reason and a position")
    func reasons() {
        let error = #expect(throws: InterfaceSyntaxError.self) {
            try InterfaceDescription(parsing: "interface a.b\nerror E (a: int,)")
        }
        #expect(error?.reason == .trailingComma)
        #expect(error?.position == TextPosition(line: 2, column: 17))
    }
}
