import Foundation
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

/// Tests with cached files that another process has damaged.
@Suite("Damaged caches", .timeLimit(.minutes(2)))
struct CacheDamageTests {
    /// A way to damage a file.
    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var apply: @Sendable (Data) -> Data

        init(_ description: String, _ apply: @escaping @Sendable (Data) -> Data) {
            testDescription = description
            self.apply = apply
        }

        func apply(to file: FilePath) throws {
            let url = URL(fileURLWithPath: file.string)
            // The file is overwritten in place, as by a process with an open file descriptor.
            let handle = try FileHandle(forUpdating: url)
            let data = apply(try Data(contentsOf: url))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: data)
            try handle.close()
        }

        static let empty = Damage("empty") { _ in Data() }
        static let half = Damage("half") { $0.prefix($0.count / 2) }
        static let oneByteShort = Damage("one byte short") { $0.dropLast() }
        static let longer = Damage("longer") { $0 + [0] }
        static let oneBit = Damage("one bit") { data in
            var data = data
            data[data.count / 2] ^= 1
            return data
        }
    }

    @Test(
        "fetches a damaged poster again",
        arguments: [Damage.empty, .half, .oneByteShort, .longer, .oneBit], Transport.allCases)
    func poster(damage: Damage, over transport: Transport) async throws {
        try await withTMDB(over: transport) { server, plugin in
            let movies = try await plugin.movies()
            let chunks = try await movies.poster(title: "tmdb-11").all()
            try damage.apply(to: plugin.directories.cache.appending("posters/tmdb-w342-poster.jpg"))
            for _ in 0..<2 {
                let again = try await movies.poster(title: "tmdb-11").all()
                #expect(again == chunks)
                #expect(Data(base64Encoded: again.map(\.data).joined()) == Data(FakeTMDB.image))
            }
            #expect(server.requests.map(\.path).filter { $0 == "/t/p/w342/poster.jpg" }.count == 2)
        }
    }

    @Test("does not return a damaged poster while the image server is unavailable")
    func posterAway() async throws {
        try await withTMDB(over: .process) { server, plugin in
            let movies = try await plugin.movies()
            _ = try await movies.poster(title: "tmdb-11").all()
            let file = plugin.directories.cache.appending("posters/tmdb-w342-poster.jpg")
            try Damage.half.apply(to: file)
            await server.unplug()
            await #expect(throws: MoviesError.self) { try await movies.poster(title: "tmdb-11").all() }
            #expect(!FileManager.default.fileExists(atPath: file.string))
        }
    }

    @Test("reports an error when a poster is truncated during reading")
    func truncatedMeanwhile() async throws {
        try await withTemporaryFolder { folder in
            let cache = try PosterCache(plugin: .sample(in: folder), configuration: .standard)
            cache.store(PosterImage(bytes: Array(repeating: 1, count: 1_000), format: .png), named: "a.png")
            let poster = try #require(cache.poster(named: "a.png"))
            defer { poster.close() }
            #expect(try poster.chunk(at: 0, count: 10).count == 10)
            try Damage.half.apply(to: folder.appending("cache/posters/a.png"))
            #expect(
                throws: MovieSourceError.unavailable(reason: "the cached poster was truncated while it was sent")
            ) { try poster.chunk(at: 500, count: 500) }
        }
    }

    @Test("removes a FIFO at the path of a poster")
    func fifo() async throws {
        try await withTemporaryFolder { folder in
            let cache = try PosterCache(plugin: .sample(in: folder), configuration: .standard)
            let file = folder.appending("cache/posters/a.png").string
            try #require(mkfifo(file, 0o600) == 0)
            #expect(cache.poster(named: "a.png") == nil)
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test(
        "removes a damaged answer when it is read, and keeps the others",
        arguments: [Damage.empty, .half, .oneByteShort, .longer, .oneBit])
    func answers(damage: Damage) async throws {
        try await withTemporaryFolder { folder in
            let log = LogRecorder(level: .notice)
            let plugin = try PluginEnvironment.sample(
                in: folder, logger: log.logger("movies"))
            let cache = try AnswerCache(plugin: plugin, limits: AnswerLimits(age: .seconds(86_400)))
            cache.store("first", for: "1")
            let directory = plugin.directories.cache.appending("answers")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: directory.string).first)
            cache.store("second", for: "2")
            try damage.apply(to: directory.appending(name))
            #expect(cache.stored(String.self, for: "1") == nil)
            #expect(log.lines.count == 1)
            cache.store("new", for: "1")
            #expect(cache.stored(String.self, for: "1")?.value == "new")
            #expect(cache.stored(String.self, for: "2")?.value == "second")
            #expect(log.lines.count == 1)
        }
    }
}
