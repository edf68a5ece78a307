import Foundation
import Trellis
import TrellisHTTP

/// The limits of the ``AnswerCache``.
struct AnswerLimits: Sendable, Equatable {
    /// The maximum total size of the files.
    var size = AnswerCache.sizeLimit

    /// The maximum age of an answer.
    var age: Duration

}

/// A cache of answers, as files in the directory `answers` below the plugin's cache directory.
///
/// An answer of more than ``valueLimit`` bytes is not stored, and no answer is kept beyond the configured age. When the
/// files exceed ``sizeLimit`` in total, the oldest answers are removed.
final class AnswerCache: Sendable {
    /// The maximum total size of the files.
    static let sizeLimit = ByteCount(bytes: 32 << 20)

    /// The maximum number of bytes of an answer.
    static let valueLimit = 64 << 10

    private let files: FileCache
    private let ageLimit: TimeInterval
    private let clock: WallClock

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - files: The files that belong to the cache.
    ///   - limits: The limits, with the maximum age of an answer.
    ///   - clock: The clock for the age of an answer.
    init(files: Tagged<AnswerCache, FileCache>, limits: AnswerLimits, clock: WallClock) {
        self.files = files.value
        ageLimit = limits.age / .seconds(1)
        self.clock = clock
    }

    /// Returns a cached answer, and the time at which it was stored.
    ///
    /// - Parameters:
    ///   - type: The type of the answer.
    ///   - key: The key of the request.
    /// - Returns: The answer; nil when no answer is stored, when the answer is too old, or when another version stored
    ///   the answer in another format.
    func stored<Value: Decodable>(_ type: Value.Type, for key: String) -> (value: Value, time: Date)? {
        guard let file = files.contents(of: Self.fileName(of: key)), file.date >= clock.now() - ageLimit,
            let value = try? ReceivedJSON.decode(type, from: file.bytes)
        else { return nil }
        return (value, file.date)
    }

    /// Stores an answer with the current time.
    ///
    /// - Parameters:
    ///   - value: The answer to store.
    ///   - key: The key of the request.
    func store(_ value: some Encodable, for key: String) {
        guard let bytes = try? JSONEncoder().encode(value), bytes.count <= Self.valueLimit else { return }
        files.store(Array(bytes), as: Self.fileName(of: key))
    }

    private static func fileName(of key: String) -> String { SHA256.digest(of: Array(key.utf8)).hexadecimal }
}
