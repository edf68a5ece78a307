import Testing
import VarlinkIDL

@Suite("Written and read again")
struct RoundTripTests {
    @Test("random descriptions are valid, and equal after writing and reading at every width", arguments: 0..<40)
    func randomDescriptions(block: UInt64) throws {
        for seed in (block * 50)..<((block + 1) * 50) {
            let interface = RandomDescription.make(seed: seed)
            #expect(interface.faults().isEmpty, "seed \(seed)")
            for width in [0, 20, 80, 1_000] {
                let text = interface.formatted(width: width)
                let parsed = try ParsedInterface(text)
                #expect(parsed.description == interface, "seed \(seed), width \(width)")
                #expect(parsed.description.formatted(width: width) == text, "seed \(seed), width \(width)")
                #expect(parsed.faults().isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("what is written has a layout that every parser takes", arguments: 0..<10)
    func writtenLayout(block: UInt64) throws {
        for seed in (block * 20)..<((block + 1) * 20) {
            let interface = RandomDescription.make(seed: seed)
            let text = try ParsedInterface(interface.formatted()).portabilityWarnings().map(\.kind)
            #expect(Set(text) == Set(interface.portabilityWarnings().map(\.kind)), "seed \(seed)")
        }
    }

    @Test("a broken text is refused at a place in it, or read", arguments: 0..<20)
    func brokenTexts(block: UInt64) throws {
        var generator = SeededGenerator(seed: block)
        let pieces = Array("()[],:?->#\n\r\t .azAZ09_é\u{0}{}").map(String.init) + ["[string]", "interface", "type"]
        for seed in (block * 20)..<((block + 1) * 20) {
            var characters = Array(RandomDescription.make(seed: seed).formatted()).map(String.init)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<characters.count, using: &generator)
                characters[index] = Bool.random(using: &generator) ? "" : pieces.randomElement(using: &generator)!
            }
            let text = characters.joined()
            do {
                let parsed = try ParsedInterface(text)
                if parsed.faults().isEmpty {
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
