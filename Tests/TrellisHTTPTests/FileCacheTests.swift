import Foundation
import Testing
import Trellis
import TrellisHTTP
import TrellisTesting

@Suite("FileCache", .timeLimit(.minutes(2)))
struct FileCacheTests {
    private let clock = ManualClock()
    private let log = LogRecorder()

    private func cache(
        in folder: FilePath, sizeLimit: Int = 1_000, ageLimit: Duration? = nil
    ) throws -> FileCache {
        try FileCache(
            directory: folder.appending("cache"), sizeLimit: ByteCount(bytes: sizeLimit), ageLimit: ageLimit,
            clock: clock.clock, logger: log.logger("cache"))
    }

    private func names(in folder: FilePath) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending("cache").string).sorted()
    }

    @Test("returns stored contents, even after a restart", arguments: [0, 1, 100_000])
    func contents(count: Int) async throws {
        try await withTemporaryFolder { folder in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try cache(in: folder, sizeLimit: 200_000).store(bytes, as: "a")
            let cache = try cache(in: folder, sizeLimit: 200_000)
            #expect(cache.contents(of: "a")?.bytes == bytes)
            #expect(cache.contents(of: "b") == nil)
            cache.store([1], as: "a")
            #expect(cache.contents(of: "a")?.bytes == [1])
        }
    }

    @Test("rejects names that lead out of the directory or are hidden", arguments: ["", ".", "..", "a/b", "/a", ".a"])
    func names(_ name: String) async throws {
        try await withTemporaryFolder { folder in
            let cache = try cache(in: folder)
            cache.store([1], as: name)
            #expect(cache.open(name) == nil)
            #expect(try names(in: folder) == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["cache"])
        }
    }

    @Test("removes a damaged file, and logs the damage", arguments: [0, 31, 32, 40])
    func damage(at index: Int) async throws {
        try await withTemporaryFolder { folder in
            let cache = try cache(in: folder)
            cache.store(Array(repeating: 0, count: 32), as: "a")
            let url = URL(fileURLWithPath: folder.appending("cache/a").string)
            var data = try Data(contentsOf: url)
            data[index] ^= 1
            try data.write(to: url)
            #expect(cache.contents(of: "a") == nil)
            #expect(try names(in: folder) == [])
            #expect(log.lines.count == 1)
        }
    }

    @Test("removes the oldest files until a tenth of the limit is free")
    func eviction() async throws {
        try await withTemporaryFolder { folder in
            let cache = try cache(in: folder, sizeLimit: 1_000)
            for name in ["a", "b", "c", "d"] {
                cache.store(Array(repeating: 0, count: 200), as: name)
                clock.advance(by: .seconds(1))
            }
            // The total is 928 bytes now.
            cache.touch("a")
            cache.store([], as: "e")
            #expect(try names(in: folder) == ["a", "b", "c", "d", "e"])
            clock.advance(by: .seconds(1))
            cache.store(Array(repeating: 0, count: 100), as: "f")
            #expect(try names(in: folder) == ["a", "c", "d", "e", "f"])
            cache.store(Array(repeating: 0, count: 969), as: "g")
            #expect(try names(in: folder) == ["a", "c", "d", "e", "f"])
            cache.store(Array(repeating: 0, count: 968), as: "g")
            #expect(try names(in: folder) == ["g"])
        }
    }

    @Test("removes files that exceed the age limit when another file is stored, and when the cache is opened")
    func age() async throws {
        try await withTemporaryFolder { folder in
            let cache = try cache(in: folder, ageLimit: .seconds(60))
            cache.store([1], as: "a")
            clock.advance(by: .seconds(60))
            cache.store([1], as: "b")
            #expect(try names(in: folder) == ["a", "b"])
            clock.advance(by: .seconds(1))
            cache.store([1], as: "c")
            #expect(try names(in: folder) == ["b", "c"])
            clock.advance(by: .seconds(60))
            _ = try self.cache(in: folder, ageLimit: .seconds(60))
            #expect(try names(in: folder) == ["c"])
        }
    }

    @Test("a closed cache stores nothing, but still returns stored files")
    func closed() async throws {
        try await withTemporaryFolder { folder in
            let cache = try cache(in: folder)
            cache.store([1], as: "a")
            cache.close()
            cache.store([2], as: "a")
            cache.store([2], as: "b")
            #expect(cache.contents(of: "a")?.bytes == [1])
            #expect(try names(in: folder) == ["a"])
        }
    }

    @Test("logs a file that cannot be written, and removes its temporary file")
    func failure() async throws {
        try await withTemporaryFolder { folder in
            let cache = try cache(in: folder)
            try FileManager.default.createDirectory(
                atPath: folder.appending("cache/a/b").string, withIntermediateDirectories: true)
            cache.store([1], as: "a")
            #expect(log.lines.count == 1)
            #expect(try names(in: folder) == ["a"])
        }
    }
}
