import Testing
import VarlinkIDL

@Suite("Formatting and parsing", .timeLimit(.minutes(2)))
struct RoundTripTests {
    @Test("random descriptions are valid, and equal after formatting and parsing at every width", arguments: 0..<40)
    func randomDescriptions(block: UInt64) throws {
        for seed in (block * 50)..<((block + 1) * 50) {
            let interface = RandomDescription.make(seed: seed)
            #expect(interface.diagnostics().isEmpty, "seed \(seed)")
            for width in [0, 20, 80, 1_000] {
                let text = interface.formatted(width: width)
                let parsed = try ParsedInterface(text)
                #expect(parsed.description == interface, "seed \(seed), width \(width)")
                #expect(parsed.description.formatted(width: width) == text, "seed \(seed), width \(width)")
                #expect(parsed.diagnostics().isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("formatted text has a layout that every parser accepts", arguments: 0..<10)
    func layout(block: UInt64) throws {
        for seed in (block * 20)..<((block + 1) * 20) {
            let text = RandomDescription.make(seed: seed).formatted()
            #expect(try ParsedInterface(text).layout.isEmpty, "seed \(seed)")
        }
    }

    @Test("the parser accepts a random text or rejects it at a position inside the text", arguments: 0..<20)
    func invalidTexts(block: UInt64) throws {
        var generator = SeededGenerator(seed: block)
        let fragments = Array("()[],:?->#\n\r\t .azAZ09_é\u{0}{}").map(String.init) + ["[string]", "interface", "type"]
        for seed in (block * 20)..<((block + 1) * 20) {
            var characters = Array(RandomDescription.make(seed: seed).formatted()).map(String.init)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<characters.count, using: &generator)
                characters[index] = Bool.random(using: &generator) ? "" : fragments.randomElement(using: &generator)!
            }
            let text = characters.joined()
            do {
                let parsed = try ParsedInterface(text)
                if parsed.diagnostics().isEmpty {
                    #expect(try InterfaceDescription(parsing: parsed.description.formatted()) == parsed.description)
                }
            } catch {
                let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
                let line = try #require(error.position.line <= lines.count ? lines[error.position.line - 1] : nil)
                #expect((1...(line.utf8.count + 1)).contains(error.position.column), "\(error) in\n\(text)")
            }
        }
    }
}
