import Foundation
import Trellis

/// A reply of the contract with a title of a listing.
///
/// The contract has no generic types, so each method that lists titles has its own reply type.
protocol ListingReply: VarlinkValue {
    init(title: MoviesContract.Title?, page: Int?, pages: Int?, fetched: String?)
}

extension MoviesContract.SearchReply: ListingReply {}
extension MoviesContract.HomeReply: ListingReply {}
extension MoviesContract.UpcomingReply: ListingReply {}
extension MoviesContract.NextReply: ListingReply {}
extension MoviesContract.ChooseReply: ListingReply {}

extension ReplyWriter where Reply: ListingReply {
    /// Sends a listing, one title per reply, and returns the final reply, which is empty when the listing has no
    /// titles.
    func send(listing: TitleListing) async throws -> Reply {
        let fetched = listing.fetched?.rfc3339
        let replies = listing.rows.map { row in
            Reply(
                title: .init(row), page: listing.pagination.page, pages: listing.pagination.pages, fetched: fetched)
        }
        // An empty listing can also be a cached answer.
        return try await send(contentsOf: replies) ?? Reply(title: nil, page: nil, pages: nil, fetched: fetched)
    }
}

extension MoviesContract.Title {
    /// Converts a title of a listing.
    init(_ row: TitleListing.Row) {
        self.init(
            number: row.number, id: "\(row.title.id)", title: row.title.name, released: row.title.released,
            rating: row.title.rating)
    }
}

extension MoviesContract.SavedTitle {
    /// Converts a title of the list of saved titles; nil for a title of another list.
    init?(_ row: TitleListing.Row) {
        guard let saved = row.saved else { return nil }
        self.init(
            number: row.number, id: "\(row.title.id)", title: row.title.name, released: row.title.released,
            saved: saved.rfc3339)
    }
}

extension MoviesContract.SavedReply {
    /// Converts an event of a watch of the saved titles.
    init(_ event: SavedTitleWatch.Event) {
        switch event {
        case .present(let entry): self.init(event: .present, title: .init(entry.title), revision: nil)
        case .ready(let revision): self.init(event: .ready, title: nil, revision: revision)
        case .changed(let change):
            self.init(
                event: change.kind == .saved ? .saved : .removed, title: .init(change.title),
                revision: change.revision)
        }
    }
}

extension MoviesContract.SavedTitle {
    /// Converts a saved title of a watch, which has no number.
    init(_ saved: SavedTitle) {
        self.init(
            number: nil, id: "\(saved.title.id)", title: saved.title.name, released: saved.title.released,
            saved: saved.time.rfc3339)
    }
}

extension MoviesContract.ShowReply {
    /// Converts the details of a title.
    init(_ shown: ShownTitle) {
        let details = shown.details
        self.init(
            details: MoviesContract.Details(
                id: "\(details.title.id)", title: details.title.name, originalTitle: details.originalName,
                tagline: details.tagline, overview: details.overview, released: details.title.released,
                minutes: details.minutes, genres: details.genres, directors: details.directors, cast: details.cast,
                rating: details.title.rating, votes: details.votes, hasPoster: details.posterPath != nil,
                isSaved: shown.isSaved),
            fetched: shown.fetched?.rfc3339)
    }
}

extension MoviesContract.PosterReply {
    /// The number of bytes of a chunk.
    ///
    /// The number is a multiple of three, so that only the base64 of the last chunk has padding.
    static let chunkSize = 48 << 10

    /// Creates the reply with the chunk of a poster at an offset.
    init(_ poster: PosterFile, at offset: Int) throws {
        self.init(
            mediaType: poster.format.mediaType, size: poster.size, offset: offset,
            data: Data(try poster.chunk(at: offset, count: Self.chunkSize)).base64EncodedString())
    }
}

extension MoviesContract.Suggestion {
    /// Converts a suggestion.
    init(_ suggestion: NumberedSuggestion) {
        self.init(number: suggestion.number, query: suggestion.query.text, lastUsed: suggestion.query.time.rfc3339)
    }
}

extension MoviesContract.NavigationEntry {
    /// Converts an entry of the navigation stack.
    init(_ entry: NavigationEntry) {
        let scene: MoviesContract.SceneKind =
            switch entry.kind {
            case .list(.home): .home
            case .list(.upcoming): .upcoming
            case .list(.saved): .saved
            case .search: .search
            case .details: .details
            case .suggestions: .suggestions
            }
        self.init(
            scene: scene, subject: entry.subject, page: entry.pagination?.page, pages: entry.pagination?.pages,
            total: entry.pagination?.total)
    }
}
