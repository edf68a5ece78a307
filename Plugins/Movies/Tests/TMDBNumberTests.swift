import Foundation
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

/// Responses with invalid numbers and strings.
@Suite("Invalid responses of The Movie Database", .timeLimit(.minutes(2)))
struct TMDBNumberTests {
    private static let home = "/3/trending/movie/week"

    private static func page(
        _ results: String = "", page: String = "1", pages: String = "1", total: String = "1"
    ) -> LoopbackServer.Reply {
        .json(#"{"page":\#(page),"results":[\#(results)],"total_pages":\#(pages),"total_results":\#(total)}"#)
    }

    @Test(
        "rejects a page with unexpected numbers, and does not cache it",
        arguments: [
            page(page: "9000000000000000000"), page(page: "0"), page(page: "-1"), page(page: "2"),
            page(page: "-9223372036854775808"), page(pages: "-1"), page(total: "-9223372036854775808"),
            page(page: "1e400"), page(total: "9223372036854775808"),
        ], Transport.allCases)
    func pageNumbers(reply: LoopbackServer.Reply, over transport: Transport) async throws {
        try await withTMDB(settings: ["tmdb.api.attempts": "1"], over: transport) { server, plugin in
            let movies = try await plugin.movies()
            server.answer(Self.home, reply)
            for _ in 0..<2 {
                await #expect {
                    try await movies.home().all()
                } throws: { error in
                    guard case .sourceUnavailable(let reason, nil) = error as? MoviesError else { return false }
                    return reason.hasPrefix("the API sent an invalid ")
                }
            }
            server.answerAsTMDB()
            #expect(try await movies.home().all().compactMap(\.title).map(\.number) == [1])
        }
    }

    @Test("reports large totals unchanged, and at most 500 pages")
    func largeTotals() async throws {
        try await TMDBFixture.run { fixture in
            fixture.server.answer(Self.home, Self.page(pages: "9223372036854775807", total: "9223372036854775807"))
            let page = try await fixture.parts.source.home(page: 1)
            #expect(page.pages == 500)
            #expect(page.total == .max)
        }
    }

    @Test("omits titles without an identifier, titles beyond 20, and invalid ratings and dates")
    func titles() async throws {
        try await TMDBFixture.run { fixture in
            func movie(_ id: Int, _ more: String = "") -> String {
                #"{"id":\#(id),"title":"T","vote_count":1\#(more)}"#
            }
            let movies = [
                movie(0), movie(-5), movie(.max, #","vote_average":1e300"#), movie(1, #","vote_average":-1"#),
                movie(2, #","vote_average":7.5,"release_date":"2024-13-45""#),
                movie(3, #","vote_average":10,"release_date":"2024-12-31""#),
            ]
            fixture.server.answer(Self.home, Self.page((movies + (4..<40).map { movie($0) }).joined(separator: ",")))
            let titles = try await fixture.parts.source.home(page: 1).titles
            #expect(titles.map(\.id.number) == [.max] + Array(1..<20))
            #expect(titles.prefix(4).map(\.rating) == [nil, nil, 7.5, 10])
            #expect(titles.prefix(4).map(\.released) == [nil, nil, nil, "2024-12-31"])
        }
    }

    @Test("omits invalid numbers from details, and rejects the details of another title")
    func details() async throws {
        try await TMDBFixture.run { fixture in
            fixture.server.answer(
                "/3/movie/11",
                .json(#"{"id":11,"title":"T","runtime":9223372036854775807,"vote_count":-3,"vote_average":5}"#))
            let details = try await fixture.parts.source.details(of: TitleID(.tmdb, 11))
            #expect(details.minutes == nil)
            #expect(details.votes == 0)
            #expect(details.title.rating == nil)
            fixture.server.answer("/3/movie/11", .json(#"{"id":-12,"title":"T"}"#))
            await #expect(
                throws: MovieSourceError.unavailable(reason: "the API responded with title -12 instead of 11")
            ) { try await fixture.parts.source.details(of: TitleID(.tmdb, 11)) }
        }
    }

    @Test("leaves out null, absent and mistyped values, and keeps the page and the film")
    func nullValues() async throws {
        try await TMDBFixture.run { fixture in
            let results = [
                #"{"id":1,"title":"A","release_date":null,"vote_average":"8","vote_count":null}"#,
                #"{"id":2,"title":null,"original_title":"B"}"#, #"{"id":3,"title":null}"#, #"{"id":"4","title":"D"}"#,
                "null", "7", #"{"id":5,"title":"E"}"#,
            ]
            fixture.server.answer(Self.home, Self.page(results.joined(separator: ",")))
            #expect(try await fixture.parts.source.home(page: 1).titles.map(\.name) == ["A", "B", "E"])
            fixture.server.answer(
                "/3/movie/11",
                .json(
                    """
                    {"id":11,"title":"T","genres":[{"id":1,"name":null},{"id":2,"name":"Drama"},null],"runtime":"90",
                     "credits":{"cast":[{"name":null},{"name":"A"}],"crew":[{"name":"C","job":null},
                     {"name":"D","job":"Director"}]},"overview":7,"tagline":null}
                    """))
            let details = try await fixture.parts.source.details(of: TitleID(.tmdb, 11))
            #expect(details.genres == ["Drama"])
            #expect(details.cast == ["A"])
            #expect(details.directors == ["D"])
            #expect(details.minutes == nil)
            #expect(details.overview == nil)
        }
    }

    @Test("lists a page with U+0000 in a title", arguments: Transport.allCases)
    func nullCharacter(over transport: Transport) async throws {
        try await withTMDB(over: transport) { server, plugin in
            let movies = try await plugin.movies()
            server.answer(
                Self.home, Self.page(#"{"id":1,"title":"Star\u0000Wharf"},{"id":2,"title":"Heat Haze"}"#, total: "2"))
            for _ in 0..<2 {
                let names = try await movies.home().all().compactMap(\.title?.title)
                #expect(names == ["Star\u{FFFD}Wharf", "Heat Haze"])
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "reports a long Retry-After, up to a day",
        arguments: ["9223372036854775807", "99999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"],
        Transport.allCases)
    func retryAfter(header: String, over transport: Transport) async throws {
        try await withTMDB(over: transport) { server, plugin in
            server.answer(Self.home, .json("{}", status: 429, headers: ["Retry-After": header]))
            let movies = try await plugin.movies()
            await #expect(
                throws: MoviesError.sourceUnavailable(
                    reason: "the request to the API failed: rate limited (429)", retryAfter: 86_400)
            ) { try await movies.home().all() }
        }
    }

    @Test("ignores invalid answers that an earlier version cached")
    func invalidCachedAnswers() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            let cache = try AnswerCache(
                plugin: .sample(in: folder, clock: clock.clock), limits: AnswerLimits(age: .seconds(86_400)))
            var page = TitlePage(
                titles: [Title(id: TitleID(.tmdb, 1), name: "Star\0Wharf")], page: 1, pages: 1, total: 1)
            cache.store(page, for: "valid")
            #expect(cache.stored(TitlePage.self, for: "valid")?.value.titles[0].name == "Star\u{FFFD}Wharf")
            for number in [9_000_000_000_000_000_000, 0, -1, 501] {
                page.page = number
                cache.store(page, for: "\(number)")
                #expect(cache.stored(TitlePage.self, for: "\(number)") == nil)
            }
        }
    }
}
