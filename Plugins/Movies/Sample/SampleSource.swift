import Trellis

/// The catalogue that is built in: it needs no network, and is never away.
struct SampleSource: MovieSource {
    let origin = TitleID.Origin.sample
    let notice = "Every title of this catalogue is invented, and made for Trellis."

    let clock: WallClock

    func search(_ query: SearchQuery, page: Int) async throws -> TitlePage {
        let words = Self.words(of: query.folded)
        // A query of signs alone has no word that a name could have.
        let found = SampleCatalogue.titles.filter { title in
            let name = Self.words(of: title.name.lowercased())
            return !words.isEmpty && words.allSatisfy { word in name.contains { $0.hasPrefix(word) } }
        }
        // The best match first: a name that begins with what is searched for, then as it was made.
        let isBest = { (title: SampleTitle) in title.name.lowercased().hasPrefix(query.folded) }
        return listed(found.filter(isBest) + found.filter { !isBest($0) }, page: page)
    }

    func home(page: Int) async throws -> TitlePage {
        let released = SampleCatalogue.titles.filter { $0.rating != nil }
        return listed(released.sorted { Self.attention($0) > Self.attention($1) }, page: page)
    }

    func upcoming(page: Int) async throws -> TitlePage {
        // The catalogue has them in the order of their dates.
        listed(SampleCatalogue.titles.filter { $0.rating == nil }, page: page)
    }

    func details(of id: TitleID) async throws -> TitleDetails {
        guard id.origin == .sample, let title = Self.title(id.number) else { throw MovieSourceError.noSuchTitle(id) }
        return title.details(at: clock.now())
    }

    func poster(at path: String) async throws -> PosterImage {
        guard let title = Int(path).flatMap(Self.title) else {
            throw MovieSourceError.away(reason: "'\(path)' is the path of no poster of this catalogue")
        }
        return title.poster
    }

    func posterFileName(for path: String) -> String? {
        Int(path).flatMap(Self.title).map { "sample-\($0.number).svg" }
    }

    private static func title(_ number: Int) -> SampleTitle? {
        let titles = SampleCatalogue.titles
        return titles.indices.contains(number - 1) ? titles[number - 1] : nil
    }

    private func listed(_ titles: [SampleTitle], page: Int) -> TitlePage {
        let now = clock.now()
        return TitlePage(page, of: titles.map { $0.title(at: now) })
    }

    /// How much a title is watched: by many, who like it.
    private static func attention(_ title: SampleTitle) -> Double {
        Double(title.votes) * (title.rating ?? 0)
    }

    private static func words(of text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }
}
