import Foundation
import Trellis

/// A reply of the contract that tells a title of a listing.
///
/// The contract has no generic types, so that there is one for each method.
protocol ListingReply: VarlinkValue {
    init(title: MoviesContract.Title?, page: Int?, pages: Int?, fetched: String?)
}

extension MoviesContract.SearchReply: ListingReply {}
extension MoviesContract.HomeReply: ListingReply {}
extension MoviesContract.UpcomingReply: ListingReply {}
extension MoviesContract.NextReply: ListingReply {}
extension MoviesContract.ChooseReply: ListingReply {}

extension ReplyWriter where Reply: ListingReply {
    /// Sends a listing, one title a reply, and gives the last reply; an empty one when there is no title.
    func send(listing: TitleListing) async throws -> Reply {
        let fetched = listing.fetched?.rfc3339
        let replies = listing.rows.map { row in
            Reply(title: .init(row), page: listing.extent.page, pages: listing.extent.pages, fetched: fetched)
        }
        // That there is nothing may be an answer of before, too.
        return try await send(contentsOf: replies) ?? Reply(title: nil, page: nil, pages: nil, fetched: fetched)
    }
}

extension MoviesContract.Title {
    /// A title of a listing.
    init(_ row: TitleListing.Row) {
        self.init(
            number: row.number, id: "\(row.title.id)", title: row.title.name, released: row.title.released,
            rating: row.title.rating)
    }
}

extension MoviesContract.SavedTitle {
    /// A title of the list of what is saved; nil for one of another list.
    init?(_ row: TitleListing.Row) {
        guard let saved = row.saved else { return nil }
        self.init(
            number: row.number, id: "\(row.title.id)", title: row.title.name, released: row.title.released,
            saved: saved.rfc3339)
    }
}

extension MoviesContract.ShowReply {
    /// A title as a user sees it.
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
    /// How many bytes a piece has: a multiple of three, so that the base64 of all but the last needs no padding.
    static let pieceSize = 48 << 10

    /// The piece of a poster that begins after so many bytes.
    init(_ poster: PosterFile, at offset: Int) throws {
        self.init(
            mediaType: poster.format.mediaType, size: poster.size, offset: offset,
            data: Data(try poster.piece(at: offset, count: Self.pieceSize)).base64EncodedString())
    }
}

extension MoviesContract.Suggestion {
    /// A suggestion.
    init(_ suggestion: NumberedSuggestion) {
        self.init(number: suggestion.number, query: suggestion.query.text, asked: suggestion.query.time.rfc3339)
    }
}

extension MoviesContract.Place {
    /// A place of the session.
    init(_ place: Place) {
        let scene: MoviesContract.Scene =
            switch place.scene {
            case .list(.home): .home
            case .list(.upcoming): .upcoming
            case .list(.saved): .saved
            case .search: .search
            case .details: .details
            case .suggestions: .suggestions
            }
        self.init(
            scene: scene, about: place.about, page: place.extent?.page, pages: place.extent?.pages,
            total: place.extent?.total)
    }
}
