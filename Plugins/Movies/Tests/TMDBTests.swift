import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

@Suite("The Movie Database", .timeLimit(.minutes(2)))
struct TMDBTests {
    @Test("sends the documented requests, and decodes the responses")
    func lists() async throws {
        try await TMDBFixture.run(settings: ["tmdb.language": "de-DE", "tmdb.region": "AT"]) { fixture in
            let movies = [(11, "Star Wharf", "1977-05-25"), (12, "Heat Haze", "")]
            fixture.server.answer("/3/search/movie", .json(FakeTMDB.page(movies, page: 3, total: 41)))
            let found = try await fixture.parts.source.search(SearchQuery("heat & dust"), page: 3)
            #expect(
                found.titles == [
                    Title(id: TitleID(.tmdb, 11), name: "Star Wharf", released: "1977-05-25", rating: 7.5),
                    Title(id: TitleID(.tmdb, 12), name: "Heat Haze", released: nil, rating: 7.5),
                ])
            #expect(found.pages == 3)
            #expect(found.total == 41)
            #expect(try await fixture.parts.source.home(page: 1).titles.map(\.name) == ["Trending Once"])
            #expect(try await fixture.parts.source.upcoming(page: 1).titles.map(\.released) == ["2027-02-03"])
            #expect(
                fixture.server.requests.map(\.path) == [
                    "/3/search/movie", "/3/trending/movie/week", "/3/movie/upcoming",
                ])
            #expect(
                fixture.server.requests[0].query == [
                    "query": "heat & dust", "page": "3", "language": "de-DE", "region": "AT", "include_adult": "false",
                ])
            #expect(fixture.server.requests[2].query == ["page": "1", "language": "de-DE", "region": "AT"])
        }
    }

    @Test("returns details with cast and directors")
    func details() async throws {
        try await TMDBFixture.run { fixture in
            let details = try await fixture.parts.source.details(of: TitleID(.tmdb, 11))
            #expect(
                details
                    == TitleDetails(
                        title: Title(id: TitleID(.tmdb, 11), name: "Star Wharf", released: "1977-05-25", rating: 8.2),
                        originalName: "Sterrenkade", tagline: nil, overview: "A quay, and the stars.", minutes: 121,
                        genres: ["Adventure", "Action"], directors: ["Greta Ravel"],
                        cast: ["Ada Marrow", "Bruno Dusk"],
                        votes: 20_100, posterPath: "/poster.jpg"))
            #expect(fixture.server.requests[0].query["append_to_response"] == "credits")
            let bare = try await fixture.parts.source.details(of: TitleID(.tmdb, 12))
            #expect(bare.title.rating == nil)
            #expect(bare.posterPath == nil)
            for id in [TitleID(.tmdb, 999), TitleID(.sample, 11)] {
                await #expect(throws: MovieSourceError.noSuchTitle(id)) {
                    try await fixture.parts.source.details(of: id)
                }
            }
        }
    }

    @Test("accepts both kinds of keys, and reads the key for each request")
    func keys() async throws {
        try await TMDBFixture.run(key: " 0123456789abcdef0123456789ABCDEF\n") { fixture in
            _ = try await fixture.parts.source.home(page: 1)
            #expect(fixture.server.requests[0].query["api_key"] == "0123456789abcdef0123456789ABCDEF")
            #expect(fixture.server.requests[0].headers["authorization"] == nil)
        }
        try await TMDBFixture.run(key: "eyJhbGciOiJIUzI1NiJ9.e30.abc") { fixture in
            _ = try await fixture.parts.source.home(page: 1)
            #expect(fixture.server.requests[0].query["api_key"] == nil)
            #expect(fixture.server.requests[0].headers["authorization"] == "Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc")
        }
    }

    @Test(
        "rejects a missing or malformed key when the plugin starts", arguments: [nil, "", " \n", "k\u{e9}y", "a\nb"])
    func noKey(key: String?) async throws {
        let error = await #expect(throws: OpeningError.self) { try await TMDBFixture.run(key: key) { _ in } }
        guard case .bindingFailed(_, let failure as PluginFailure) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .configuration)
        #expect(failure.message.contains("'movies.tmdb'"))
        #expect(failure.advice?.contains("LoadCredential=movies.tmdb:/etc/trellis/tmdb.key") == true)
    }

    @Test("reports the reason for denied access, and the plugin is degraded until access is granted")
    func accessDenied() async throws {
        let clock = ManualClock()
        try await TMDBFixture.run(clock: clock.clock) { fixture in
            let message = "Invalid API key: You must be granted a valid key."
            fixture.server.answer(
                "/3/trending/movie/week",
                .json(#"{"status_code":7,"status_message":"\#(message)","success":false}"#, status: 401))
            #expect(try await fixture.parts.checks() == .healthy)
            let since = clock.now
            for _ in 0..<2 {
                await #expect(throws: MovieSourceError.accessDenied(reason: message)) {
                    try await fixture.parts.source.home(page: 1)
                }
                clock.advance(by: .seconds(1))
            }
            #expect(
                try await fixture.parts.checks()
                    == .degraded(
                        reason: "the API has been unavailable since \(since.rfc3339): it rejects the credential"))
            _ = try await fixture.parts.source.upcoming(page: 1)
            #expect(try await fixture.parts.checks() == .healthy)
            // Images require no credential, so the reason does not mention one.
            fixture.server.answer("/t/p/w342/poster.jpg", .answer(status: 403))
            await #expect(throws: MovieSourceError.unavailable(reason: "the image server responded with status 403")) {
                try await fixture.parts.source.poster(at: "/poster.jpg")
            }
            #expect(fixture.parts.monitor.outages[.images]?.reason == "it denies access without a credential")
        }
    }

    @Test("reports any invalid response as an error")
    func nonsense() async throws {
        try await TMDBFixture.run(settings: ["tmdb.api.attempts": "1"]) { fixture in
            let texts = [
                "", "{", "null", "[]", "{}", #"{"page":"one","results":[],"total_pages":1,"total_results":1}"#,
                #"{"page":1,"results":[{"id":1}],"total_pages":1,"total_results":1}"#, "<html>Sign in</html>",
            ]
            for text in texts {
                fixture.server.answer("/3/trending/movie/week", .json(text))
                await #expect(
                    throws: MovieSourceError.unavailable(reason: "the API sent an invalid response"),
                    "\(text)"
                ) { try await fixture.parts.source.home(page: 1) }
            }
            fixture.server.answer(
                "/3/trending/movie/week",
                .json(
                    #"{"status_code":22,"status_message":"Invalid page: Pages start at 1 and max at 500."}"#,
                    status: 400))
            await #expect(
                throws: MovieSourceError.unavailable(
                    reason: "the API responded with status 400: Invalid page: Pages start at 1 and max at 500.")
            ) { try await fixture.parts.source.home(page: 1) }
        }
    }

    @Test("fetches posters in the configured size or the next larger available one")
    func posters() async throws {
        try await TMDBFixture.run(settings: ["tmdb.posterSize": "w154"]) { fixture in
            fixture.server.answer(
                "/t/p/w154/poster.jpg", .answer(status: 200, headers: ["Content-Type": "image/jpeg"], body: [1]))
            #expect(try await fixture.parts.source.poster(at: "/poster.jpg") == PosterImage(bytes: [1], format: .jpg))
            #expect(fixture.server.requests.map(\.path) == ["/3/configuration", "/t/p/w154/poster.jpg"])
            // Images require no credential, so the key is not sent.
            #expect(fixture.server.requests[1].headers["authorization"] == nil)
            #expect(fixture.server.requests[1].query == [:])
            _ = try await fixture.parts.source.poster(at: "/poster.jpg")
            #expect(fixture.server.requests.count == 3)
        }
        try await TMDBFixture.run(settings: ["tmdb.posterSize": "w154"]) { fixture in
            fixture.server.answer(
                "/3/configuration",
                .json(
                    #"{"images":{"secure_base_url":"https://127.0.0.1/t/p/","poster_sizes":["w92","w342","original"]}}"#
                ))
            let poster = try await fixture.parts.source.poster(at: "/poster.jpg")
            #expect(poster.bytes == FakeTMDB.image)
        }
        try await TMDBFixture.run(settings: ["tmdb.api.attempts": "1"]) { fixture in
            fixture.server.answer("/3/configuration", .drop)
            let poster = try await fixture.parts.source.poster(at: "/poster.jpg")
            #expect(poster.bytes == FakeTMDB.image)
        }
    }

    @Test("rejects invalid poster paths and responses that are not images")
    func badPosters() async throws {
        try await TMDBFixture.run { fixture in
            for path in [
                "../../etc/passwd", "/../x.jpg", "/a/b.jpg", "/.jpg", "/x.exe", "/x.jpg?y", "poster.jpg", "/a\n.jpg",
            ] {
                #expect(fixture.parts.source.posterFileName(for: path) == nil, "\(path)")
                await #expect(throws: MovieSourceError.self) { try await fixture.parts.source.poster(at: path) }
            }
            #expect(fixture.server.requests == [])
            #expect(fixture.parts.source.posterFileName(for: "/poster.jpg") == "tmdb-w342-poster.jpg")
            fixture.server.answer(
                "/t/p/w342/poster.jpg", .answer(status: 200, headers: ["Content-Type": "text/html"], body: [60]))
            await #expect(
                throws: MovieSourceError.unavailable(
                    reason: "the image server responded with text/html instead of an image")
            ) {
                try await fixture.parts.source.poster(at: "/poster.jpg")
            }
            fixture.server.answer("/t/p/w342/poster.jpg", .answer(status: 404, body: []))
            await #expect(throws: MovieSourceError.unavailable(reason: "the image server responded with status 404")) {
                try await fixture.parts.source.poster(at: "/poster.jpg")
            }
        }
    }

    @Test("returns the required notice")
    func notice() async throws {
        try await TMDBFixture.run { fixture in
            let about = try await fixture.plugin.client().about()
            #expect(about.source == .tmdb)
            #expect(about.notice.hasPrefix("This product uses the TMDB API but is not endorsed or certified by TMDB."))
        }
    }
}
