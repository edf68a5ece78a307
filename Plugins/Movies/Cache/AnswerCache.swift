import Foundation
import GRDB
import Trellis
import TrellisHTTP

/// Answers of a source, in an SQLite database that may be lost: `answers.sqlite` in the plugin's cache directory.
///
/// At most ``limit`` answers are kept, none that is larger than ``valueLimit``, and none for longer than is
/// configured. What goes wrong with the file is logged, and otherwise as if the answer had not been kept.
final class AnswerCache: Closable {
    /// How many answers are kept at most; the oldest one too many is dropped.
    static let limit = 2_048

    /// How many bytes an answer has at most.
    static let valueLimit = 64 << 10

    private let database: DatabaseQueue
    private let keep: TimeInterval
    private let clock: WallClock
    private let logger: Logger

    /// Opens the cache.
    ///
    /// A file that can't be opened is removed, and a new one made.
    ///
    /// - Parameters:
    ///   - plugin: Its cache directory, clock and logger.
    ///   - configuration: For how long answers are kept.
    /// - Throws: ``Trellis/PluginFailure`` when no file can be made.
    init(plugin: PluginEnvironment, configuration: MoviesConfiguration) throws(PluginFailure) {
        keep = configuration.tmdb.keep / .seconds(1)
        clock = plugin.clock
        logger = plugin.logger
        let path = plugin.directories.cache.appending("answers.sqlite").string
        do {
            do {
                database = try Self.open(path)
            } catch {
                plugin.logger.notice(
                    "the cache of answers could not be opened, and is begun anew", metadata: ["error": "\(error)"])
                for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
                database = try Self.open(path)
            }
        } catch {
            throw PluginFailure(.cannotCreate, "the cache of answers \(path) can't be made", cause: error)
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "movies answers"
        configuration.prepareDatabase { db in
            // It may be lost: nothing waits for the disk. The journal is kept, so that it is not damaged as easily.
            try db.execute(sql: "PRAGMA synchronous = OFF")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS answer1 (key TEXT PRIMARY KEY, time REAL NOT NULL, value BLOB NOT NULL);
                    CREATE INDEX IF NOT EXISTS answer1ByTime ON answer1 (time);
                    """)
        }
        return queue
    }

    func close() async throws {
        try database.close()
    }

    /// What was kept for a question, and when; nil when nothing was, or it is too old.
    func kept<Value: Decodable & Sendable>(_ type: Value.Type, for key: String) async -> (value: Value, time: Date)? {
        let oldest = clock.now().timeIntervalSince1970 - keep
        do {
            return try await database.read { db in
                let row = try Row.fetchOne(
                    db, sql: "SELECT time, value FROM answer1 WHERE key = ? AND time >= ?", arguments: [key, oldest])
                guard let row else { return nil }
                // An answer of another version may have another shape, and a damaged file values of another type.
                guard let time = Double.fromDatabaseValue(row["time"]),
                    let bytes = Data.fromDatabaseValue(row["value"]),
                    let value = try? ReceivedJSON.decode(type, from: Array(bytes))
                else { return nil }
                return (value, Date(timeIntervalSince1970: time))
            }
        } catch is CancellationError {
            return nil
        } catch {
            logger.notice("the cache of answers can't be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Keeps an answer.
    func keep<Value: Encodable>(_ value: Value, for key: String, at time: Date) async {
        let (oldest, limit) = (clock.now().timeIntervalSince1970 - keep, Self.limit)
        do {
            let bytes = try JSONEncoder().encode(value)
            guard bytes.count <= Self.valueLimit else { return }
            try await database.write { db in
                try db.execute(
                    sql: "INSERT OR REPLACE INTO answer1 (key, time, value) VALUES (?, ?, ?)",
                    arguments: [key, time.timeIntervalSince1970, bytes])
                try db.execute(
                    sql: """
                        DELETE FROM answer1 WHERE time < ? OR key IN
                            (SELECT key FROM answer1 ORDER BY time DESC LIMIT -1 OFFSET ?)
                        """,
                    arguments: [oldest, limit])
            }
        } catch is CancellationError {
            return
        } catch {
            logger.notice("an answer could not be kept", metadata: ["error": "\(error)"])
        }
    }
}
