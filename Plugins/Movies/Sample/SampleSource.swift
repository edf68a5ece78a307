import Trellis

/// The catalogue that is built in: it needs no network, and is never away.
struct SampleSource: MovieSource {
    let origin = TitleID.Origin.sample
    let notice = "Every title of this catalogue is invented, and made for Trellis."

    private let catalogue: SampleCatalogue
    private let clock: WallClock

    init(clock: WallClock) {
        self.catalogue = SampleCatalogue()
        self.clock = clock
    }

    func search(_ query: SearchQuery, page: Int) async throws -> TitlePage {
        let words = Self.words(of: query.folded)
        // A query of signs alone has no word that a name could have.
        let found = catalogue.titles.filter { title in
            let name = Self.words(of: title.name.lowercased())
            return !words.isEmpty && words.allSatisfy { word in name.contains { $0.hasPrefix(word) } }
        }
        // The best match first: a name that begins with what is searched for, then as it was made.
        let (best, rest) = (
            found.filter { $0.name.lowercased().hasPrefix(query.folded) },
            found.filter { !$0.name.lowercased().hasPrefix(query.folded) }
        )
        return listed(best + rest, page: page)
    }

    func home(page: Int) async throws -> TitlePage {
        let released = catalogue.titles.filter { $0.rating != nil }
        return listed(released.sorted { Self.attention($0) > Self.attention($1) }, page: page)
    }

    func upcoming(page: Int) async throws -> TitlePage {
        // The catalogue has them in the order of their dates.
        listed(catalogue.titles.filter { $0.rating == nil }, page: page)
    }

    func details(of id: TitleID) async throws -> TitleDetails {
        guard id.origin == .sample, (1...catalogue.titles.count).contains(id.number) else {
            throw MovieSourceError.noSuchTitle(id)
        }
        return catalogue.titles[id.number - 1].details(at: clock.now())
    }

    func poster(at path: String) async throws -> PosterImage {
        guard let title = title(at: path) else {
            throw MovieSourceError.away(reason: "'\(path)' is the path of no poster of this catalogue")
        }
        return PosterImage(bytes: SamplePoster(of: title).image().png(), format: .png)
    }

    func posterFileName(for path: String) -> String? {
        title(at: path).map { "sample-\($0.number).png" }
    }

    private func title(at path: String) -> SampleTitle? {
        guard let number = Int(path), (1...catalogue.titles.count).contains(number) else { return nil }
        return catalogue.titles[number - 1]
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
