import Testing

@testable import VarlinkCodegen

/// The generated source of each construct of the language: an interface in `Constructs`, and its Swift in `Golden`, which
/// the target VarlinkConstructs compiles.
///
/// `make golden` regenerates `Golden`.
@Suite("Golden files", .timeLimit(.minutes(2)))
struct GoldenTests {
    @Test("golden files are identical to the generated source", arguments: TestFolder.constructs)
    func golden(name: String) throws {
        let folder = TestFolder.ofThisTarget
        let input = "\(folder)/Constructs/\(name).varlink"
        let file = try InterfaceFile(path: input, text: try TextFile.read(input))
        let source = try file.source(Generator.Options(importedModule: "Varlink"))
        let expected = try TextFile.read("\(folder)/Golden/\(name).swift")
        for (index, lines) in zip(source.split(separator: "\n"), expected.split(separator: "\n")).enumerated()
        where lines.0 != lines.1 {
            Issue.record("\(name), non-blank line \(index + 1): '\(lines.0)' is not '\(lines.1)'")
            return
        }
        #expect(source == expected)
    }

    @Test("every golden file belongs to a construct")
    func leftovers() {
        #expect(!TestFolder.constructs.isEmpty)
        #expect(TestFolder.names(in: "Golden", suffix: ".swift") == TestFolder.constructs)
    }

    @Test("generated source contains the text of the interface")
    func description() throws {
        let path = "\(TestFolder.ofThisTarget)/Constructs/org.example.interface-comment.varlink"
        let text = try TextFile.read(path)
        let source = try InterfaceFile(path: path, text: text).source(Generator.Options())
        let indented = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "            \($0)" }.joined(separator: "\n")
        #expect(source.contains("description: ###\"\"\"\n\(indented)\n            \"\"\"###,"))
    }

    @Test(
        "generated source has the requested access level and import",
        arguments: [
            (Access.public, "Trellis", "public import Trellis", "public struct"),
            (.package, "Varlink", "package import Varlink", "package struct"),
            (.internal, "Varlink", "import Varlink", "struct"),
        ])
    func access(access: Access, module: String, importLine: String, structLine: String) throws {
        let file = try InterfaceFile(path: "a.b.varlink", text: "interface a.b\nmethod M() -> ()")
        let lines = try file.source(Generator.Options(importedModule: module, access: access))
            .split(separator: "\n").map(String.init)
        #expect(lines.contains(importLine))
        #expect(lines.contains("    \(structLine) MParameters: VarlinkValue, Hashable {"))
        #expect(lines.contains("\(structLine) BClient: Sendable {"))
    }

    @Test("generated source imports nothing without a module name")
    func noImport() throws {
        let file = try InterfaceFile(path: "a.b.varlink", text: "interface a.b")
        #expect(!(try file.source(Generator.Options()).contains("import ")))
    }

    @Test("generated declarations have the requested prefix")
    func prefix() throws {
        let file = try InterfaceFile(path: "a.b.varlink", text: "interface a.b\nerror E ()")
        let source = try file.source(Generator.Options(prefix: "Other"))
        for name in ["OtherContract", "OtherError", "OtherService", "OtherClient"] {
            #expect(source.contains(" \(name)"))
        }
        #expect(!source.contains("BContract"))
    }
}
