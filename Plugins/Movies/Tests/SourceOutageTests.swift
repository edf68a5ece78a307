import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

/// Tests of every method that uses the source, while the source is unavailable.
@Suite("Outages of the source", .timeLimit(.minutes(2)))
struct SourceOutageTests {
    /// A method that uses the source.
    struct Command: Sendable, CustomTestStringConvertible {
        var name: String
        var path: String
        /// Calls the method, and returns its reply and the time at which the reply was fetched.
        var run: @Sendable (MoviesClient) async throws -> (String, fetched: String?)

        var testDescription: String { name }

        static let all = [
            Command(name: "search", path: "/3/search/movie") { movies in
                let replies = try await movies.search(query: "heat").all()
                return ("\(replies.map(\.title))", replies.first?.fetched)
            },
            Command(name: "home", path: "/3/trending/movie/week") { movies in
                let replies = try await movies.home().all()
                return ("\(replies.map(\.title))", replies.first?.fetched)
            },
            Command(name: "upcoming", path: "/3/movie/upcoming") { movies in
                let replies = try await movies.upcoming().all()
                return ("\(replies.map(\.title))", replies.first?.fetched)
            },
            Command(name: "show", path: "/3/movie/11") { movies in
                let reply = try await movies.show(title: "tmdb-11")
                return (reply.details.title, reply.fetched)
            },
            Command(name: "save", path: "/3/movie/11") { movies in (try await movies.save(title: "tmdb-11").id, nil) },
            Command(name: "poster", path: "/3/movie/11") { movies in
                (try await movies.poster(title: "tmdb-11").all().map(\.data).joined(), nil)
            },
        ]
    }

    private let settings = ["tmdb.freshness": "0", "tmdb.api.attempts": "2", "tmdb.images.attempts": "2"]

    @Test("a call without a cached answer fails with the reason", arguments: Command.all, Transport.allCases)
    func noCachedAnswer(command: Command, over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            server.answer(command.path, .hang)
            let call = Task { try await command.run(movies) }
            await server.hangingRequest(of: command.path)
            await server.unplug()
            let error = await #expect(throws: MoviesError.self) { try await call.value }
            #expect(
                error
                    == .sourceUnavailable(
                        reason:
                            "the request to the API failed: cannot connect to \(server.address): Connection refused",
                        retryAfter: nil))
            #expect(try await movies.where().all().map(\.entry) == [nil])
            #expect(try await movies.saved().all().map(\.title) == [nil])
            let status = await plugin.status()
            #expect(status.state == .degraded)
            let reason = status.reason ?? ""
            #expect(reason.hasPrefix("source of titles: the API has been unavailable since 20"), "\(reason)")
            #expect(
                reason.hasSuffix("Z: cannot connect to \(server.address): Connection refused"), "\(reason)"
            )
            // The server is available again, and calls succeed.
            try await server.plugIn()
            server.answerAsTMDB()
            _ = try await command.run(movies)
            #expect(await plugin.status().state == .running)
        }
    }

    @Test(
        "a call with a cached answer returns the answer with its time", arguments: Command.all,
        Transport.allCases)
    func cachedAnswer(command: Command, over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            let before = try await command.run(movies)
            #expect(before.fetched == nil)
            server.answer(command.path, .hang)
            let call = Task { try await command.run(movies) }
            await server.hangingRequest(of: command.path)
            await server.unplug()
            let after = try await call.value
            #expect(after.0 == before.0)
            if !["save", "poster"].contains(command.name) { #expect(after.fetched?.hasPrefix("20") == true) }
        }
    }

    @Test("a failed next page can be requested again, and the previous page stays open", arguments: Transport.allCases)
    func nextPage(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            _ = try await movies.search(query: "heat").all()
            server.answer("/3/search/movie", .hang)
            let call = Task { try await movies.next().all() }
            await server.hangingRequest(of: "/3/search/movie")
            await server.unplug()
            await #expect(throws: MoviesError.self) { try await call.value }
            #expect(try await movies.where().all().compactMap(\.entry?.page) == [1])
            try await server.plugIn()
            server.answer(
                "/3/search/movie", .json(FakeTMDB.page([(13, "Heat Again", "")], page: 2, total: 21)))
            #expect(try await movies.next().all().compactMap(\.title).map(\.number) == [21])
            #expect(try await movies.show(title: "1").details.id == "tmdb-11")
        }
    }

    @Test("a partial poster is not cached, and is fetched completely later", arguments: Transport.allCases)
    func poster(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            server.answer("/t/p/w342/poster.jpg", .stall(body: [1, 2, 3]))
            let call = Task { try await movies.poster(title: "tmdb-11").all() }
            await server.hangingRequest(of: "/t/p/w342/poster.jpg")
            await server.unplug()
            let error = await #expect(throws: MoviesError.self) { try await call.value }
            #expect(
                error
                    == .sourceUnavailable(
                        reason:
                            "the request to the image server failed: cannot connect to \(server.address): Connection refused",
                        retryAfter: nil))
            try await server.plugIn()
            server.answerAsTMDB()
            let chunks = try await movies.poster(title: "tmdb-11").all()
            #expect(chunks.map(\.offset) == [0, 49_152, 98_304])
            #expect(chunks.allSatisfy { $0.size == FakeTMDB.image.count && $0.mediaType == "image/jpeg" })
            // The chunks are concatenated before they are decoded, as the contract allows.
            #expect(Data(base64Encoded: chunks.map(\.data).joined()) == Data(FakeTMDB.image))
            // A cached poster needs no server.
            await server.unplug()
            #expect(try await movies.poster(title: "tmdb-11").all() == chunks)
        }
    }

    @Test("a failed search leaves the suggestions open", arguments: Transport.allCases)
    func choose(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            // The answer for this name is too large for the cache.
            let name = String(repeating: "x", count: AnswerCache.valueLimit)
            server.answer("/3/search/movie", .json(FakeTMDB.page([(14, name, "")], total: 1)))
            _ = try await movies.search(query: "haze").all()
            server.answerAsTMDB()
            _ = try await movies.search(query: "heat").all()
            _ = try await movies.suggestions().all()
            let places = try await movies.where().all()
            server.answer("/3/search/movie", .hang)
            let call = Task { try await movies.choose(suggestion: 2).all() }
            await server.hangingRequest(of: "/3/search/movie")
            await server.unplug()
            let error = await #expect(throws: MoviesError.self) { try await call.value }
            #expect(
                error
                    == .sourceUnavailable(
                        reason:
                            "the request to the API failed: cannot connect to \(server.address): Connection refused",
                        retryAfter: nil))
            #expect(try await movies.where().all() == places)
            // A cached answer is returned, and the session navigates.
            let cached = try await movies.choose(suggestion: 1).all()
            #expect(cached.allSatisfy { $0.fetched?.hasPrefix("20") == true })
            #expect(try await movies.where().all().compactMap(\.entry?.subject) == ["heat"])
        }
    }

    @Test("saved titles and queries are available without the source", arguments: Transport.allCases)
    func savedTitles(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            _ = try await movies.search(query: "heat").all()
            _ = try await movies.save(title: "2")
            await server.unplug()
            #expect(try await movies.saved().all().compactMap(\.title?.title) == ["Heat Haze"])
            #expect(try await movies.suggestions().all().compactMap(\.suggestion?.query) == ["heat"])
            #expect(try await movies.unsave(title: "tmdb-12").id == "tmdb-12")
            #expect(try await movies.where().all().compactMap(\.entry?.scene) == [.saved, .suggestions])
            #expect(try await movies.back().entry?.scene == .saved)
            _ = try await movies.forget(query: "heat")
            _ = try await movies.forgetAll()
            #expect(try await movies.about().source == .tmdb)
        }
    }

    @Test(
        "a rate-limited request is not repeated early, and the client receives Retry-After",
        arguments: Transport.allCases)
    func busy(over transport: Transport) async throws {
        try await withTMDB(over: transport) { server, plugin in
            let text = #"{"status_code":25,"status_message":"Your request count is over the allowed limit."}"#
            server.answer("/3/trending/movie/week", .json(text, status: 429, headers: ["Retry-After": "30"]))
            let movies = try await plugin.movies()
            await #expect(
                throws: MoviesError.sourceUnavailable(
                    reason: "the request to the API failed: rate limited (429)", retryAfter: 30)
            ) { try await movies.home().all() }
            #expect(server.requests.count == 1)
        }
    }

    @Test("a rate limit does not affect cached answers", arguments: Transport.allCases)
    func busyWithCachedAnswer(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            let before = try await movies.home().all().map(\.title)
            server.answer("/3/trending/movie/week", .json("{}", status: 429, headers: ["Retry-After": "30"]))
            let after = try await movies.home().all()
            #expect(after.map(\.title) == before)
            #expect(after.allSatisfy { $0.fetched?.hasPrefix("20") == true })
        }
    }

    @Test("cancelling a call cancels the request to the source", arguments: Command.all, Transport.allCases)
    func cancellation(command: Command, over transport: Transport) async throws {
        try await withTMDB(over: transport) { server, plugin in
            let caller = try await plugin.connect()
            let movies = MoviesClient(caller)
            server.answer(command.path, .hang)
            let call = Task { try await command.run(movies) }
            await server.hangingRequest(of: command.path)
            if let connection = caller as? VarlinkConnection { await connection.close() } else { call.cancel() }
            await #expect(throws: (any Error).self) { try await call.value }
            await server.abandonedRequest(of: command.path)
            // The server counts as available, and no session has navigated.
            #expect(await plugin.status().state == .running)
            if transport == .process { #expect(try await movies.where().all().map(\.entry) == [nil]) }
        }
    }
}
