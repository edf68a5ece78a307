import Foundation
import Scopes
import Testing

/// Checks that the examples in the documentation are compiled and run.
@Suite("Pages of the documentation", .timeLimit(.minutes(2))) struct PagesTests {
    @Test("every page contains only compiled examples") func snippets() throws {
        let pages = try Page.all
        #expect(pages.count > DiagnosticCode.allCases.count)
        for page in pages {
            for block in page.blocks where block.language == "swift" {
                let position = page.snippets?.position(of: block.lines)
                #expect(
                    position != nil,
                    "\(page.name).md shows what Snippets/\(page.name).swift does not have:\n\(block.text)")
            }
        }
    }

    @Test("documentation comments contain only compiled examples") func comments() throws {
        let sources = try DocumentedSource.all
        let snippets = try DocumentedSource.snippets
        #expect(sources.contains { $0.path == "Declaration/Blueprint.swift" && !$0.blocks.isEmpty })
        for source in sources {
            #expect(source.blocks.allSatisfy { ["swift", ""].contains($0.language) }, "\(source.path)")
            for block in source.blocks where block.language == "swift" {
                #expect(
                    snippets.position(of: block.lines) != nil,
                    "\(source.path) has an example that is not in Snippets/Comments:\n\(block.text)")
            }
        }
    }

    @Test("every page shows only checked results") func results() throws {
        for page in try Page.all {
            let shown = page.blocks.count { $0.language == "text" }
            let checked = page.snippets?.count {
                $0.contains("try expectShown") || $0.contains("try expectDiagnosticsShown")
            }
            #expect(shown == checked ?? 0, "\(page.name).md")
            #expect(page.blocks.allSatisfy { ["swift", "text", ""].contains($0.language) }, "\(page.name).md")
        }
    }

    @Test("every diagnostic has a page", arguments: DiagnosticCode.allCases)
    func diagnostics(code: DiagnosticCode) throws {
        let page = try Page(code.rawValue)
        let shown = page.blocks.filter { $0.language == "text" }
        #expect(!shown.isEmpty)
        for block in shown { #expect(block.text.hasPrefix("\(code.rawValue) \(code.name) in ")) }
    }
}
