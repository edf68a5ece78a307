import Foundation
import Testing
import Trellis
import TrellisTesting

@testable import Movies

@Suite("Built-in catalogue", .timeLimit(.minutes(2)))
struct CatalogueTests {
    private let source = SampleSource(clock: .system)

    @Test("has a few dozen titles with distinct names")
    func titles() {
        let titles = SampleCatalogue.titles
        #expect(titles.map(\.number) == Array(1...60))
        #expect(Set(titles.map(\.name)).count == 60)
        // Posters contain names without escaping.
        #expect(titles.filter { $0.name.contains { "<&".contains($0) } }.isEmpty)
    }

    @Test("searches prefixes of words ignoring case, and returns pages")
    func search() async throws {
        let heat = try await source.search(SearchQuery("HEAT"), page: 1)
        #expect(heat.total > 3)
        #expect(heat.titles.allSatisfy { $0.name.lowercased().contains("heat") })
        let all = try await source.search(SearchQuery("the"), page: 1)
        #expect(all.titles.count == 20)
        #expect(all.pages == (all.total + 19) / 20)
        for signs in ["!?", "🎬"] {
            let none = try await source.search(SearchQuery(signs), page: 1)
            #expect(none.titles == [], "\(signs)")
        }
        let second = try await source.search(SearchQuery("the"), page: 2)
        #expect(Set(second.titles).isDisjoint(with: all.titles))
        #expect(try await source.search(SearchQuery("the"), page: all.pages + 1).titles == [])
        let name = SampleCatalogue.titles[6].name
        #expect(try await source.search(SearchQuery(name), page: 1).titles.first?.name == name)
        #expect(try await source.search(SearchQuery("eat"), page: 1).titles.allSatisfy { !$0.name.contains("Heat") })
    }

    @Test("lists upcoming titles with future dates, the earliest first")
    func upcoming() async throws {
        let clock = ManualClock()
        let source = SampleSource(clock: clock.clock)
        for _ in 0..<2 {
            let page = try await source.upcoming(page: 1)
            let dates = page.titles.compactMap(\.released)
            #expect(dates.count == 20)
            #expect(dates == dates.sorted())
            #expect(dates.allSatisfy { $0 > String(clock.now.rfc3339.prefix(10)) })
            #expect(page.titles.allSatisfy { $0.rating == nil })
            clock.advance(by: .seconds(86_400 * 3_650))
        }
        let upcoming = try await source.upcoming(page: 1).titles.map(\.id)
        #expect(try await source.home(page: 1).titles.allSatisfy { !upcoming.contains($0.id) })
    }

    @Test("returns the details of its titles, and rejects other identifiers")
    func details() async throws {
        let details = try await source.details(of: TitleID(.sample, 7))
        #expect(details.title.name == SampleCatalogue.titles[6].name)
        #expect(details.cast.count >= 3)
        for id in [TitleID(.sample, 61), TitleID(.tmdb, 7)] {
            await #expect(throws: MovieSourceError.noSuchTitle(id)) { try await source.details(of: id) }
        }
    }

    @Test("draws a deterministic poster with the name")
    func poster() async throws {
        let details = try await source.details(of: TitleID(.sample, 7))
        let image = try await source.poster(at: details.posterPath ?? "")
        #expect(image == (try await source.poster(at: "7")))
        #expect(image != (try await source.poster(at: "8")))
        #expect(image.format == .svg)
        let text = String(decoding: image.bytes, as: UTF8.self)
        #expect(text.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg""#))
        #expect(text.hasSuffix("</svg>\n"))
        for word in details.title.name.split(separator: " ") { #expect(text.contains(">\(word)</text>")) }
        #expect(source.posterFileName(for: "7") == "sample-7.svg")
        for path in ["0", "61", "\(Int.min)", "../7", ""] { #expect(source.posterFileName(for: path) == nil) }
    }
}

@Suite("Title identifiers and search queries", .timeLimit(.minutes(2)))
struct IdentifierTests {
    @Test("parses only canonical identifiers")
    func identifiers() {
        #expect(TitleID("tmdb-27205") == TitleID(.tmdb, 27_205))
        #expect("\(TitleID(.sample, 12))" == "sample-12")
        for text in ["", "12", "tmdb-", "tmdb-0", "tmdb-07", "tmdb-+7", "tmdb--7", "imdb-7", "tmdb-7x", "TMDB-7"] {
            #expect(TitleID(text) == nil, "\(text)")
        }
        #expect(TitleReference("2") == .number(2))
        #expect(TitleReference("tmdb-2") == .id(TitleID(.tmdb, 2)))
        #expect(TitleReference("two") == nil)
    }

    @Test("limits the length of queries, and rejects control characters")
    func queries() throws {
        #expect(try SearchQuery("  the \n last\tlamplighter ").text == "the last lamplighter")
        #expect(throws: InvalidSearchQuery.self) { try SearchQuery(" \n ") }
        #expect(throws: InvalidSearchQuery.self) { try SearchQuery("a\u{7}b") }
        #expect(try SearchQuery(String(repeating: "é", count: 128)).text.utf8.count == 256)
        #expect(throws: InvalidSearchQuery.self) { try SearchQuery(String(repeating: "é", count: 129)) }
    }
}
