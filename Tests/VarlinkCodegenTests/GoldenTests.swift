import Testing

@testable import VarlinkCodegen

/// What is generated of each construct of the language: an interface in `Constructs`, and its Swift in `Golden`, which the
/// target VarlinkConstructs compiles.
///
/// `make golden` writes `Golden` anew.
@Suite("Golden files")
struct GoldenTests {
    /// The names of the files in a folder of this target that end in a suffix, without it.
    private static func names(in folder: String, suffix: String) -> [String] {
        TestFolder.entries(of: "\(TestFolder.ofThisTarget)/\(folder)").filter { $0.hasSuffix(suffix) }
            .map { String($0.dropLast(suffix.count)) }.sorted()
    }

    private static let constructs = names(in: "Constructs", suffix: ".varlink")

    @Test("the source is the golden file's, to the letter", arguments: constructs)
    func golden(name: String) throws {
        let folder = TestFolder.ofThisTarget
        let input = "\(folder)/Constructs/\(name).varlink"
        let file = try InterfaceFile(path: input, text: try TextFile.read(input))
        let source = try file.source(Generator.Options(importedModule: "Varlink"))
        let expected = try TextFile.read("\(folder)/Golden/\(name).swift")
        for (index, lines) in zip(source.split(separator: "\n"), expected.split(separator: "\n")).enumerated()
        where lines.0 != lines.1 {
            Issue.record("\(name), line \(index + 1) without blank ones: '\(lines.0)' is not '\(lines.1)'")
            return
        }
        #expect(source == expected)
    }

    @Test("every golden file is of a construct")
    func leftovers() {
        #expect(!Self.constructs.isEmpty)
        #expect(Self.names(in: "Golden", suffix: ".swift") == Self.constructs)
    }

    @Test("the description in the source is the interface's text")
    func description() throws {
        let path = "\(TestFolder.ofThisTarget)/Constructs/org.example.interface-comment.varlink"
        let text = try TextFile.read(path)
        let source = try InterfaceFile(path: path, text: text).source(Generator.Options())
        let indented = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "            \($0)" }.joined(separator: "\n")
        #expect(source.contains("description: ###\"\"\"\n\(indented)\n            \"\"\"###,"))
    }

    @Test(
        "access and import are as they were asked for",
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

    @Test("the runtime's own module imports nothing")
    func noImport() throws {
        let file = try InterfaceFile(path: "a.b.varlink", text: "interface a.b")
        #expect(!(try file.source(Generator.Options()).contains("import ")))
    }

    @Test("a prefix can be chosen")
    func prefix() throws {
        let file = try InterfaceFile(path: "a.b.varlink", text: "interface a.b\nerror E ()")
        let source = try file.source(Generator.Options(prefix: "Other"))
        for name in ["OtherContract", "OtherError", "OtherService", "OtherClient"] {
            #expect(source.contains(" \(name)"))
        }
        #expect(!source.contains("BContract"))
    }
}
