import Foundation
import Scopes
import Testing

/// A page of the documentation of Scopes, with the blocks of code and of text in it.
struct Page {
    let name: String
    let blocks: [FencedBlock]

    /// All pages.
    static var all: [Page] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
                .filter { $0.hasSuffix(".md") }.sorted().map { try Page(String($0.dropLast(3))) }
        }
    }

    /// Reads a page.
    init(_ name: String) throws {
        self.name = name
        let file = Page.catalogue.appending(path: name + ".md")
        blocks = FencedBlock.all(in: try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n"))
    }

    /// The lines of the file with the page's snippets, or nil when it has none.
    var snippets: [String]? {
        let file = Page.tests.appending(path: "Snippets/\(name).swift")
        return (try? String(contentsOf: file, encoding: .utf8))?.components(separatedBy: "\n")
    }

    static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let catalogue = tests.appending(path: "../../Sources/Scopes/Scopes.docc").standardizedFileURL
}

/// Checks that a page shows the code of a body and its result.
///
/// The page has the name of the file. It contains the body as a block of Swift, followed by the result as a block of text,
/// in which locations count the lines of the body in a file Example.swift.
func expectShown(
    filePath: String = #filePath, fileID: String = #fileID, line: Int = #line, _ body: () throws -> String
) throws {
    let page = try Page(URL(filePath: filePath).deletingPathExtension().lastPathComponent)
    let source = try #require(page.snippets)
    let location = try Regex("\(fileID)(:|\",\"line\":)([0-9]+)", as: (Substring, Substring, Substring).self)
    let result = try body().replacing(location) { match in
        "Example.swift\(match.output.1)\((Int(match.output.2) ?? 0) - line)"
    }
    let shown = zip(page.blocks, page.blocks.dropFirst()).first { code, result in
        code.language == "swift" && result.language == "text"
            && Array(source[line...].prefix(code.lines.count)).position(of: code.lines) == 0
    }
    guard let shown else {
        Issue.record("\(page.name).md does not show the example in line \(line), which gives:\n\(result)")
        return
    }
    #expect(result == shown.1.text, "\(page.name).md")
}

/// Checks that a page shows the code of a body and the diagnostics that reject it.
func expectDiagnosticsShown(
    filePath: String = #filePath, fileID: String = #fileID, line: Int = #line, _ body: () throws -> Void
) throws {
    try expectShown(filePath: filePath, fileID: fileID, line: line) {
        let error = #expect(throws: AdmissionError.self) { try body() }
        return error?.diagnostics.map(\.description).joined(separator: "\n\n") ?? ""
    }
}
