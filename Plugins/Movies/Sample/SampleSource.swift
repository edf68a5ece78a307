import Trellis

/// The source of the built-in catalogue, which needs no network and is always available.
struct SampleSource: MovieSource {
    let origin = TitleID.Origin.sample
    let notice = "Every title of this catalogue is invented, and made for Trellis."

    let clock: WallClock

    func search(_ query: SearchQuery, page: Int) async throws -> TitlePage {
        let words = Self.words(of: query.folded)
        // A query of punctuation alone has no words and matches nothing.
        let found = SampleCatalogue.titles.filter { title in
            let name = Self.words(of: title.name.lowercased())
            return !words.isEmpty && words.allSatisfy { word in name.contains { $0.hasPrefix(word) } }
        }
        // Names that begin with the query come first.
        let isBest = { (title: SampleTitle) in title.name.lowercased().hasPrefix(query.folded) }
        return self.page(page, of: found.filter(isBest) + found.filter { !isBest($0) })
    }

    func home(page: Int) async throws -> TitlePage {
        let released = SampleCatalogue.titles.filter { $0.rating != nil }
        return self.page(page, of: released.sorted { Self.popularity($0) > Self.popularity($1) })
    }

    func upcoming(page: Int) async throws -> TitlePage {
        // The catalogue lists upcoming titles by release date.
        self.page(page, of: SampleCatalogue.titles.filter { $0.rating == nil })
    }

    func details(of id: TitleID) async throws -> TitleDetails {
        guard id.origin == .sample, let title = Self.title(id.number) else { throw MovieSourceError.noSuchTitle(id) }
        return title.details(at: clock.now())
    }

    func poster(at path: String) async throws -> PosterImage {
        guard let title = Int(path).flatMap(Self.title) else {
            throw MovieSourceError.unavailable(
                reason: "'\(path)' is not the path of a poster in the built-in catalogue")
        }
        return title.poster
    }

    func posterFileName(for path: String) -> String? {
        Int(path).flatMap(Self.title).map { "sample-\($0.number).svg" }
    }

    private static func title(_ number: Int) -> SampleTitle? {
        let titles = SampleCatalogue.titles
        return (1...titles.count).contains(number) ? titles[number - 1] : nil
    }

    private func page(_ number: Int, of titles: [SampleTitle]) -> TitlePage {
        let now = clock.now()
        return TitlePage(number, of: titles.map { $0.title(at: now) })
    }

    /// The popularity of a title: its rating weighted by the number of ratings.
    private static func popularity(_ title: SampleTitle) -> Double {
        Double(title.votes) * (title.rating ?? 0)
    }

    private static func words(of text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }
}
