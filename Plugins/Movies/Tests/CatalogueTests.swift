import Foundation
import Testing
import Trellis
import TrellisTesting

@testable import Movies

@Suite("The catalogue that is built in")
struct CatalogueTests {
    private let source = SampleSource(clock: .system)

    @Test("has the same few hundred titles each time, and no name twice")
    func titles() {
        let titles = SampleCatalogue().titles
        #expect(titles == SampleCatalogue().titles)
        #expect(titles.map(\.number) == Array(1...320))
        #expect(Set(titles.map(\.name)).count == 320)
        let texts = titles.flatMap { [$0.name, $0.overview, $0.tagline] }
        #expect(texts.filter { $0.contains("{") || $0.contains("}") } == [])
    }

    @Test("is searched by the beginnings of words, whatever their case, and gives pages")
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
        let name = SampleCatalogue().titles[6].name
        #expect(try await source.search(SearchQuery(name), page: 1).titles.first?.name == name)
        #expect(try await source.search(SearchQuery("eat"), page: 1).titles.allSatisfy { !$0.name.contains("Heat") })
    }

    @Test("has what is upcoming always ahead, the earliest first")
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

    @Test("knows the details of its titles, and of no others")
    func details() async throws {
        let details = try await source.details(of: TitleID(.sample, 7))
        #expect(details.title.name == SampleCatalogue().titles[6].name)
        #expect(details.cast.count >= 3)
        for id in [TitleID(.sample, 321), TitleID(.tmdb, 7)] {
            await #expect(throws: MovieSourceError.noSuchTitle(id)) { try await source.details(of: id) }
        }
    }

    @Test("draws a poster that is a PNG image, the same each time")
    func poster() async throws {
        let details = try await source.details(of: TitleID(.sample, 7))
        let image = try await source.poster(at: details.posterPath ?? "")
        #expect(image == (try await source.poster(at: "7")))
        #expect(image != (try await source.poster(at: "8")))
        #expect(image.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        // The chunks of the file: length, type, data, checksum.
        var rest = image.bytes[8...]
        var chunks: [String: [UInt8]] = [:]
        while let length = rest.bigEndian() {
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            chunks[type] = Array(rest.dropFirst(8).prefix(length))
            rest = rest.dropFirst(12 + length)
        }
        #expect(rest.isEmpty)
        #expect(chunks["IHDR"] == [0, 0, 0, 120, 0, 0, 0, 180, 4, 3, 0, 0, 0])
        #expect(chunks["PLTE"]?.count == 36)
        // One stored block in zlib's wrapping: 2 + 5 bytes before it, 4 after it; each row has its filter before it.
        let rows = 180 * 61
        #expect(chunks["IDAT"]?.count == rows + 11)
        #expect(chunks["IEND"] == [])
        #expect(source.posterFileName(for: "7") == "sample-7.png")
        for path in ["0", "321", "../7", ""] { #expect(source.posterFileName(for: path) == nil) }
    }
}

@Suite("Identifiers and queries")
struct IdentifierTests {
    @Test("are read as they are written, and no other way")
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

    @Test("have a bound, and no control characters")
    func queries() throws {
        #expect(try SearchQuery("  the \n last\tlamplighter ").text == "the last lamplighter")
        #expect(throws: InvalidSearchQuery.self) { try SearchQuery(" \n ") }
        #expect(throws: InvalidSearchQuery.self) { try SearchQuery("a\u{7}b") }
        #expect(try SearchQuery(String(repeating: "é", count: 128)).text.utf8.count == 256)
        #expect(throws: InvalidSearchQuery.self) { try SearchQuery(String(repeating: "é", count: 129)) }
    }
}

extension ArraySlice<UInt8> {
    /// The number in the first four bytes; nil when there are fewer.
    fileprivate func bigEndian() -> Int? {
        count < 4 ? nil : prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
