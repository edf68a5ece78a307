import Foundation
import TrellisHTTP

@testable import Movies

/// Checks the decoders of The Movie Database's responses with arbitrary bytes.
public enum MovieCheck {
    /// Decodes a response of the kind that the first byte selects.
    ///
    /// The second byte plus one is the number of the requested page or title.
    ///
    /// Ends the process when an accepted value has a number out of range or a string that Varlink cannot encode, or
    /// when the value differs after caching.
    public static func run(_ input: [UInt8]) {
        guard input.count >= 2 else { return }
        let (kind, number, bytes) = (input[0], Int(input[1]), Array(input.dropFirst(2)))
        switch kind % 5 {
        case 0:
            guard let answer = try? TMDBAnswers.decoded(TMDBAnswers.Page.self, from: bytes),
                let page = TitlePage(answer, number: number + 1)
            else { return }
            check(page)
            checkCached(page)
        case 1:
            guard let answer = try? TMDBAnswers.decoded(TMDBAnswers.Details.self, from: bytes),
                let details = TitleDetails(answer, id: TitleID(.tmdb, number + 1))
            else { return }
            check(details)
            checkCached(details)
        case 2:
            _ = try? TMDBAnswers.decoded(TMDBAnswers.Configuration.self, from: bytes)
            _ = try? TMDBAnswers.decoded(TMDBAnswers.Failure.self, from: bytes)
        case 3:
            guard let page = try? ReceivedJSON.decode(TitlePage.self, from: bytes) else { return }
            precondition(TitlePage.numbers.contains(page.page) && (0...500).contains(page.pages) && page.total >= 0)
            for title in page.titles { checkTexts([title.name, title.released]) }
        default:
            guard let details = try? ReceivedJSON.decode(TitleDetails.self, from: bytes) else { return }
            checkTexts([details.title.name, details.overview, details.posterPath] + details.cast)
        }
    }

    private static func check(_ page: TitlePage) {
        precondition(TitlePage.numbers.contains(page.page) && (0...500).contains(page.pages) && page.total >= 0)
        precondition(page.titles.count <= TitlePage.size)
        for title in page.titles { check(title) }
    }

    private static func check(_ details: TitleDetails) {
        check(details.title)
        precondition(details.votes >= 0 && details.minutes.map { $0 > 0 } ?? true)
        precondition(details.cast.count <= TitleDetails.castLimit)
        checkTexts([details.originalName, details.tagline, details.overview, details.posterPath])
        checkTexts(details.genres + details.directors + details.cast)
    }

    private static func check(_ title: Title) {
        precondition(title.id.number > 0)
        precondition(title.rating.map { (0...10).contains($0) } ?? true)
        precondition(title.released.map { $0.utf8.count == 10 } ?? true)
        checkTexts([title.name])
    }

    private static func checkTexts(_ texts: [String?]) {
        for text in texts { precondition(text?.utf8.contains(0) != true, "a string contains U+0000") }
    }

    private static func checkCached<Value: Codable & Equatable>(_ value: Value) {
        guard let written = try? JSONEncoder().encode(value),
            let again = try? ReceivedJSON.decode(Value.self, from: Array(written))
        else { preconditionFailure("cannot cache an accepted response") }
        precondition(again == value, "a cached response differs")
    }
}
