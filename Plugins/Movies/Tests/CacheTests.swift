import Foundation
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import Movies

/// A repository with scripted answers.
final class ScriptedRepository: MovieRepository {
    private struct State {
        var answers: [String] = []
        var error: (any Error)?
        var questions: [String] = []
    }

    private let state = Mutex(State())

    /// The requests that the repository received.
    var questions: [String] { state.withLock(\.questions) }

    /// Sets the answer: a title with this name, or a failure.
    func say(_ name: String, failing error: (any Error)? = nil) {
        state.withLock { state in
            state.answers = [name]
            state.error = error
        }
    }

    private func answer(_ question: String) throws -> Title {
        try state.withLock { state in
            state.questions.append(question)
            if let error = state.error { throw error }
            return Title(id: TitleID(.tmdb, 1), name: state.answers.first ?? "Untitled", released: nil, rating: nil)
        }
    }

    private func page(_ question: String) throws -> Answer<TitlePage> {
        Answer(TitlePage(titles: [try answer(question)], page: 1, pages: 1, total: 1))
    }

    func search(_ query: SearchQuery, page: Int) async throws -> Answer<TitlePage> {
        try self.page("search \(query.text) \(page)")
    }

    func home(page: Int) async throws -> Answer<TitlePage> { try self.page("home \(page)") }

    func upcoming(page: Int) async throws -> Answer<TitlePage> { try self.page("upcoming \(page)") }

    func details(of id: TitleID) async throws -> Answer<TitleDetails> {
        let title = try answer("details \(id)")
        return Answer(
            TitleDetails(title: title, genres: [], directors: [], cast: [], votes: 0, posterPath: nil))
    }
}

@Suite("Answer cache", .timeLimit(.minutes(2)))
struct AnswerCacheTests {
    private let unavailable = MovieSourceError.unavailable(reason: "the network is gone")

    private func withCache<Result>(
        settings: [String: String] = [:], in folder: FilePath? = nil,
        _ body: (CachingRepository, ScriptedRepository, ManualClock, FilePath) async throws -> Result
    ) async throws -> Result {
        try await withTemporaryFolder { other in
            let (folder, clock, base) = (folder ?? other, ManualClock(), ScriptedRepository())
            let configuration = MoviesConfiguration(settings)
            let plugin = try PluginEnvironment.sample(in: folder, clock: clock.clock)
            let cache = try AnswerCache(plugin: plugin, limits: AnswerLimits(age: configuration.tmdb.keep))
            let repository = CachingRepository(
                base: base, cache: cache,
                localization: Localization(language: configuration.tmdb.language, region: configuration.tmdb.region),
                freshness: configuration.tmdb.freshness, clock: clock.clock)
            return try await body(repository, base, clock, folder)
        }
    }

    @Test("returns an answer while it is fresh, and then fetches it again")
    func freshness() async throws {
        try await withCache(settings: ["tmdb.freshness": "1h"]) { repository, base, clock, _ in
            base.say("First")
            #expect(try await repository.home(page: 1).value.titles[0].name == "First")
            base.say("Second")
            clock.advance(by: .seconds(3_599))
            let again = try await repository.home(page: 1)
            #expect(again.value.titles[0].name == "First")
            #expect(again.fetched == nil)
            clock.advance(by: .seconds(1))
            #expect(try await repository.home(page: 1).value.titles[0].name == "Second")
            #expect(base.questions == ["home 1", "home 1"])
            // Each request has a separate answer; a search ignores case.
            _ = try await repository.home(page: 2)
            _ = try await repository.upcoming(page: 1)
            _ = try await repository.search(SearchQuery("heat"), page: 1)
            _ = try await repository.search(SearchQuery("HEAT"), page: 1)
            _ = try await repository.details(of: TitleID(.tmdb, 1))
            _ = try await repository.details(of: TitleID(.tmdb, 2))
            #expect(
                base.questions.dropFirst(2) == [
                    "home 2", "upcoming 1", "search heat 1", "details tmdb-1", "details tmdb-2",
                ])
        }
    }

    @Test("returns a stale answer with its time while the source is unavailable")
    func outage() async throws {
        try await withCache(settings: ["tmdb.freshness": "0", "tmdb.keep": "2h"]) { repository, base, clock, _ in
            let time = clock.now
            base.say("First")
            _ = try await repository.details(of: TitleID(.tmdb, 1))
            base.say("", failing: unavailable)
            clock.advance(by: .seconds(7_200))
            let cached = try await repository.details(of: TitleID(.tmdb, 1))
            #expect(cached.value.title.name == "First")
            #expect(cached.fetched == time)
            await #expect(throws: unavailable) { try await repository.details(of: TitleID(.tmdb, 2)) }
            clock.advance(by: .seconds(1))
            await #expect(throws: unavailable) { try await repository.details(of: TitleID(.tmdb, 1)) }
        }
    }

    @Test("returns no cached answer for a missing title, denied access, or a cancelled call")
    func otherErrors() async throws {
        try await withCache(settings: ["tmdb.freshness": "0"]) { repository, base, _, _ in
            _ = try await repository.details(of: TitleID(.tmdb, 1))
            for error in [.noSuchTitle(TitleID(.tmdb, 1)), .accessDenied(reason: "Invalid API key")]
                as [MovieSourceError]
            {
                base.say("", failing: error)
                await #expect(throws: error) { try await repository.details(of: TitleID(.tmdb, 1)) }
            }
            base.say("", failing: CancellationError())
            await #expect(throws: CancellationError.self) { try await repository.details(of: TitleID(.tmdb, 1)) }
        }
    }

    @Test("caches answers separately for each language, and keeps them across restarts")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            try await withCache(in: folder) { repository, base, _, _ in
                base.say("First")
                _ = try await repository.home(page: 1)
            }
            try await withCache(in: folder) { repository, base, _, _ in
                base.say("", failing: unavailable)
                let page = try await repository.home(page: 1)
                #expect(page.value.titles[0].name == "First")
            }
            try await withCache(settings: ["tmdb.language": "de"], in: folder) { repository, base, _, _ in
                base.say("Second")
                let page = try await repository.home(page: 1)
                #expect(page.value.titles[0].name == "Second")
            }
        }
    }

    @Test("stores at most 32 MiB of answers")
    func defaultLimit() async throws {
        try await withTemporaryFolder { folder in
            let plugin = try PluginEnvironment.sample(in: folder)
            let cache = try AnswerCache(plugin: plugin, limits: AnswerLimits(age: .seconds(86_400)))
            let answer = String(repeating: "x", count: 65_000)
            for number in 0..<600 { cache.store(answer, for: "\(number)") }
            let directory = folder.appending("cache/answers").string
            let size = try FileManager.default.contentsOfDirectory(atPath: directory).reduce(0) { total, name in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
                return total + (attributes[.size] as? Int ?? 0)
            }
            #expect((16 << 20...32 << 20).contains(size))
            #expect(cache.stored(String.self, for: "599")?.value == answer)
        }
    }

    @Test("limits the size and the age of answers")
    func bounds() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            let plugin = try PluginEnvironment.sample(in: folder, clock: clock.clock)
            func names() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder.appending("cache/answers").string)
            }
            var limits = AnswerLimits(age: .seconds(3_600))
            limits.size = ByteCount(bytes: 1_000)
            let cache = try AnswerCache(plugin: plugin, limits: limits)
            for number in 10..<50 {
                cache.store(number, for: "\(number)")
                clock.advance(by: .seconds(1))
            }
            // A file contains two digits and a checksum of 32 bytes.
            #expect(try (1...1_000 / 34).contains(names().count))
            #expect(cache.stored(Int.self, for: "10") == nil)
            #expect(cache.stored(Int.self, for: "49")?.value == 49)
            cache.store(String(repeating: "x", count: AnswerCache.valueLimit), for: "large")
            #expect(cache.stored(String.self, for: "large") == nil)
            // Another version stored this answer in another format.
            #expect(cache.stored(String.self, for: "49") == nil)
            clock.advance(by: .seconds(3_600))
            #expect(cache.stored(Int.self, for: "49") == nil)
            cache.store(1, for: "new")
            #expect(try names().count == 1)
        }
    }
}

@Suite("Poster cache", .timeLimit(.minutes(2)))
struct PosterCacheTests {
    private func image(_ byte: UInt8, count: Int = 300_000) -> PosterImage {
        PosterImage(bytes: Array(repeating: byte, count: count), format: .png)
    }

    private func names(in folder: FilePath) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.appending("cache/posters").string))
    }

    @Test("writes complete files that only their owner can read, and reads them in chunks")
    func files() async throws {
        try await withTemporaryFolder { folder in
            let cache = try PosterCache(plugin: .sample(in: folder), configuration: .standard)
            #expect(cache.poster(named: "a.png") == nil)
            var picture = image(1, count: 100)
            picture.bytes[50] = 9
            cache.store(picture, named: "a.png")
            #expect(try names(in: folder) == ["a.png"])
            let file = folder.appending("cache/posters/a.png").string
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            let poster = try #require(cache.poster(named: "a.png"))
            defer { poster.close() }
            #expect(poster.size == 100)
            #expect(poster.format == .png)
            #expect(try poster.chunk(at: 40, count: 20) == Array(picture.bytes[40..<60]))
            #expect(try poster.chunk(at: 90, count: 20) == Array(picture.bytes[90...]))
            // Replacing the file does not affect an open poster.
            cache.store(image(2, count: 100), named: "a.png")
            #expect(try poster.chunk(at: 50, count: 1) == [9])
        }
    }

    @Test("removes the least recently read posters beyond the size limit")
    func bound() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            let plugin = try PluginEnvironment.sample(in: folder, clock: clock.clock)
            let cache = try PosterCache(plugin: plugin, configuration: MoviesConfiguration(["posterCache": "1M"]))
            for name in ["a.png", "b.png", "c.png"] {
                cache.store(image(1), named: name)
                clock.advance(by: .seconds(1))
            }
            let read = try #require(cache.poster(named: "a.png"))
            clock.advance(by: .seconds(1))
            cache.store(image(2), named: "d.png")
            #expect(try names(in: folder) == ["a.png", "c.png", "d.png"])
            clock.advance(by: .seconds(1))
            // A file also contains a checksum of 32 bytes.
            cache.store(image(3, count: (1 << 20) - 32), named: "e.png")
            #expect(try names(in: folder) == ["e.png"])
            // An open poster stays readable after its file is removed.
            #expect(try read.chunk(at: 0, count: 2) == [1, 1])
            read.close()
        }
    }

    @Test("removes invalid files at the start")
    func start() async throws {
        try await withTemporaryFolder { folder in
            let plugin = try PluginEnvironment.sample(in: folder)
            let cache = try PosterCache(plugin: plugin, configuration: .standard)
            for name in ["a.png", "b.png", "c.png", "d.png"] { cache.store(image(1), named: name) }
            try Data([1]).write(to: URL(fileURLWithPath: folder.appending("cache/posters/.draft").string))
            _ = try PosterCache(plugin: plugin, configuration: MoviesConfiguration(["posterCache": "1M"]))
            #expect(try names(in: folder).count == 3)
            #expect(try !names(in: folder).contains(".draft"))
        }
    }
}
