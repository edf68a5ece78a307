import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

/// The network is pulled away in the middle of every command: a clear error or a kept answer, no hang, nothing lost.
@Suite("When the source goes away", .timeLimit(.minutes(10)))
struct AwayTests {
    /// A command that asks the source for something.
    struct Command: Sendable, CustomTestStringConvertible {
        var name: String
        var path: String
        /// Gives the command, and tells what it replied and when that was fetched.
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

    @Test("a command that nothing was kept for says so", arguments: Command.all, Transport.allCases)
    func nothingKept(command: Command, over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            server.answer(command.path, .hang)
            let call = Task { try await command.run(movies) }
            await server.hangingRequest(of: command.path)
            await server.unplug()
            let error = await #expect(throws: MoviesError.self) { try await call.value }
            #expect(
                error
                    == .sourceAway(
                        reason:
                            "the API did not answer: no connection to \(server.address) could be made: Connection refused",
                        retryAfter: nil))
            #expect(try await movies.where().all().map(\.place) == [nil])
            #expect(try await movies.saved().all().map(\.title) == [nil])
            let status = await plugin.status()
            #expect(status.state == .degraded)
            let reason = status.reason ?? ""
            #expect(reason.hasPrefix("source of titles: the API is away since 20"), "\(reason)")
            #expect(
                reason.hasSuffix("Z: no connection to \(server.address) could be made: Connection refused"), "\(reason)"
            )
            // The network is back: so is everything else.
            try await server.plugIn()
            server.answerAsTMDB()
            _ = try await command.run(movies)
            #expect(await plugin.status().state == .running)
        }
    }

    @Test(
        "a command that was answered before is answered again, with the time of that", arguments: Command.all,
        Transport.allCases)
    func kept(command: Command, over transport: Transport) async throws {
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

    @Test("the next page is asked for again later, and the page before is still there", arguments: Transport.allCases)
    func nextPage(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            _ = try await movies.search(query: "heat").all()
            server.answer("/3/search/movie", .hang)
            let call = Task { try await movies.next().all() }
            await server.hangingRequest(of: "/3/search/movie")
            await server.unplug()
            await #expect(throws: MoviesError.self) { try await call.value }
            #expect(try await movies.where().all().compactMap(\.place?.page) == [1])
            try await server.plugIn()
            server.answer(
                "/3/search/movie", .json(FakeTMDB.page([(13, "Heat Again", "")], page: 2, total: 21)))
            #expect(try await movies.next().all().compactMap(\.title).map(\.number) == [21])
            #expect(try await movies.show(title: "1").details.id == "tmdb-11")
        }
    }

    @Test("a poster whose server goes away half-way is none, and is fetched whole later", arguments: Transport.allCases)
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
                    == .sourceAway(
                        reason:
                            "the image server did not answer: no connection to \(server.address) could be made: Connection refused",
                        retryAfter: nil))
            try await server.plugIn()
            server.answerAsTMDB()
            let pieces = try await movies.poster(title: "tmdb-11").all()
            #expect(pieces.map(\.offset) == [0, 49_152, 98_304])
            #expect(pieces.allSatisfy { $0.size == FakeTMDB.image.count && $0.mediaType == "image/jpeg" })
            // Joined first and decoded then, as the contract says it may be done.
            #expect(Data(base64Encoded: pieces.map(\.data).joined()) == Data(FakeTMDB.image))
            // What is kept needs no network.
            await server.unplug()
            #expect(try await movies.poster(title: "tmdb-11").all() == pieces)
        }
    }

    @Test("a suggestion that can't be searched leaves the suggestions open", arguments: Transport.allCases)
    func choose(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            // Too large to be kept.
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
                    == .sourceAway(
                        reason:
                            "the API did not answer: no connection to \(server.address) could be made: Connection refused",
                        retryAfter: nil))
            #expect(try await movies.where().all() == places)
            // What was answered before is answered again, and the session goes there.
            let kept = try await movies.choose(suggestion: 1).all()
            #expect(kept.allSatisfy { $0.fetched?.hasPrefix("20") == true })
            #expect(try await movies.where().all().compactMap(\.place?.about) == ["heat"])
        }
    }

    @Test("what is saved and what was searched for is told all the same", arguments: Transport.allCases)
    func ownThings(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            _ = try await movies.search(query: "heat").all()
            _ = try await movies.save(title: "2")
            await server.unplug()
            #expect(try await movies.saved().all().compactMap(\.title?.title) == ["Heat Haze"])
            #expect(try await movies.suggestions().all().compactMap(\.suggestion?.query) == ["heat"])
            #expect(try await movies.unsave(title: "tmdb-12").id == "tmdb-12")
            #expect(try await movies.where().all().compactMap(\.place?.scene) == [.saved, .suggestions])
            #expect(try await movies.back().place?.scene == .saved)
            _ = try await movies.forget(query: "heat")
            _ = try await movies.forgetAll()
            #expect(try await movies.about().source == .tmdb)
        }
    }

    @Test(
        "a server that is busy is not asked again at once; its client is told how long to wait",
        arguments: Transport.allCases)
    func busy(over transport: Transport) async throws {
        try await withTMDB(over: transport) { server, plugin in
            let text = #"{"status_code":25,"status_message":"Your request count is over the allowed limit."}"#
            server.answer("/3/trending/movie/week", .json(text, status: 429, headers: ["Retry-After": "30"]))
            let movies = try await plugin.movies()
            await #expect(
                throws: MoviesError.sourceAway(
                    reason: "the API did not answer: it asks to be asked less often", retryAfter: 30)
            ) { try await movies.home().all() }
            #expect(server.requests.count == 1)
        }
    }

    @Test("a server that is busy leaves the answers of before", arguments: Transport.allCases)
    func busyKept(over transport: Transport) async throws {
        try await withTMDB(settings: settings, over: transport) { server, plugin in
            let movies = try await plugin.movies()
            let before = try await movies.home().all().map(\.title)
            server.answer("/3/trending/movie/week", .json("{}", status: 429, headers: ["Retry-After": "30"]))
            let after = try await movies.home().all()
            #expect(after.map(\.title) == before)
            #expect(after.allSatisfy { $0.fetched?.hasPrefix("20") == true })
        }
    }

    @Test("a caller that goes away takes its request along", arguments: Command.all, Transport.allCases)
    func caller(command: Command, over transport: Transport) async throws {
        try await withTMDB(over: transport) { server, plugin in
            let caller = try await plugin.connect()
            let movies = MoviesClient(caller)
            server.answer(command.path, .hang)
            let call = Task { try await command.run(movies) }
            await server.hangingRequest(of: command.path)
            if let connection = caller as? VarlinkConnection { await connection.close() } else { call.cancel() }
            await #expect(throws: (any Error).self) { try await call.value }
            await server.abandonedRequest(of: command.path)
            // Nobody is to blame, and nobody's session went anywhere.
            #expect(await plugin.status().state == .running)
            if transport == .process { #expect(try await movies.where().all().map(\.place) == [nil]) }
        }
    }
}
