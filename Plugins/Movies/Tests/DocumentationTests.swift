import Foundation
import Testing
import Trellis
import TrellisHTTP

@testable import Movies

@Suite("Documentation of Movies", .timeLimit(.minutes(2)))
struct DocumentationTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The keys of the plugin's section with their defaults.
    private var declarations: [SettingDeclaration] {
        let settings = Settings(path: [], source: NoSettings())
        _ = MoviesConfiguration(from: settings)
        return settings.declarations
    }

    @Test("trellis.yaml has exactly the declared keys with their defaults")
    func configuration() throws {
        let file = Self.folder.appendingPathComponent("../../etc/trellis/trellis.yaml")
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "  movies:" }.dropFirst().prefix { $0.isEmpty || $0.hasPrefix("    ") }
        var written: [String: String] = [:]
        var path: [(indentation: Int, key: Substring)] = []
        for line in section {
            // A comment of the form `# key: default` is a key with its default value. Other comments are ignored.
            guard let (_, spaces, key, value) = line.wholeMatch(of: /\ {4}# ( *)([A-Za-z]+):(?: (.*))?/)?.output else {
                continue
            }
            path.removeAll { $0.indentation >= spaces.count }
            path.append((spaces.count, key))
            written[path.map(\.key).joined(separator: ".")] = value.map(String.init) ?? ""
        }
        let sections = ["tmdb", "tmdb.api", "tmdb.images"]
        for section in sections { #expect(written.removeValue(forKey: section) == "") }
        let expected = declarations.map { ($0.path.joined(separator: "."), $0.defaultText ?? "") }
        #expect(written == Dictionary(uniqueKeysWithValues: expected))
    }

    @Test("the configuration rejects invalid values")
    func invalidValues() {
        let values = [
            "tmdb.credential": "../tmdb", "tmdb.language": "english", "tmdb.region": "at",
            "tmdb.api.url": "http://api.example.org",
            "tmdb.images.url": "https://user:secret@example.org", "source": "imdb", "savedTitles": "0",
        ]
        let settings = Settings(path: [], source: FixedSettings(texts: values))
        _ = MoviesConfiguration(from: settings)
        #expect(Set(settings.diagnostics.map { $0.path.joined(separator: ".") }) == Set(values.keys))
        for url in ["https://api.example.org/3/", "http://127.0.0.1:8080", "http://[::1]:80/x", "http://localhost"] {
            let settings = Settings(path: [], source: FixedSettings(texts: ["tmdb.api.url": url]))
            #expect(!MoviesConfiguration(from: settings).tmdb.api.url.text.hasSuffix("/"))
            #expect(settings.diagnostics.isEmpty, "\(url)")
        }
    }
}
