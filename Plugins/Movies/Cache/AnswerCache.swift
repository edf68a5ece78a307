import Foundation
import GRDB
import Synchronization
import Trellis
import TrellisHTTP

/// Answers of a source, in an SQLite database that may be lost: `answers.sqlite` in the plugin's cache directory.
///
/// At most ``limit`` answers are kept, none that is larger than ``valueLimit``, and none for longer than is
/// configured. A failure of the file is logged, and is otherwise as if the answer had not been kept; a damaged file is
/// replaced by a new one.
final class AnswerCache: Closable {
    /// How many answers are kept at most; the oldest one too many is dropped.
    static let limit = 2_048

    /// How many bytes an answer has at most.
    static let valueLimit = 64 << 10

    private struct State {
        var database: DatabaseQueue
        var isReplacing = false
        var isClosed = false
    }

    private let path: String
    private let state: Mutex<State>
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
        path = plugin.directories.cache.appending("answers.sqlite").string
        do {
            let database: DatabaseQueue
            do {
                database = try Self.open(path)
            } catch {
                plugin.logger.warning(
                    "the cache of answers can't be opened; it is replaced by a new one", metadata: ["error": "\(error)"]
                )
                database = try Self.replace(path)
            }
            state = Mutex(State(database: database))
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

    /// Removes the file, and opens a new one.
    private static func replace(_ path: String) throws -> DatabaseQueue {
        for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        return try open(path)
    }

    func close() async throws {
        let database = state.withLock { state in
            state.isClosed = true
            return state.database
        }
        try database.close()
    }

    /// Replaces the file when an error says that it is damaged.
    ///
    /// - Parameters:
    ///   - database: The database that failed.
    ///   - error: The error.
    /// - Returns: Whether the file is damaged.
    private func replace(_ database: DatabaseQueue, after error: any Error) -> Bool {
        guard let error = error as? DatabaseError, error.isDamage else { return false }
        // Once, however many have failed.
        let isFirst = state.withLock { state in
            guard state.database === database, !state.isReplacing, !state.isClosed else { return false }
            state.isReplacing = true
            return true
        }
        guard isFirst else { return true }
        logger.warning(
            "the cache of answers is damaged; it is replaced by a new one",
            metadata: ["file": "\(path)", "error": "\(error)"])
        try? database.close()
        let new: DatabaseQueue?
        do {
            new = try Self.replace(path)
        } catch {
            logger.warning(
                "the cache of answers can't be replaced", metadata: ["file": "\(path)", "error": "\(error)"])
            new = nil
        }
        state.withLock { state in
            if let new { state.database = new }
            state.isReplacing = false
        }
        return true
    }

    /// What was kept for a question, and when; nil when nothing was, or it is too old.
    func kept<Value: Decodable & Sendable>(_ type: Value.Type, for key: String) async -> (value: Value, time: Date)? {
        let oldest = clock.now().timeIntervalSince1970 - keep
        let database = state.withLock(\.database)
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
            if replace(database, after: error) { return nil }
            logger.notice("the cache of answers can't be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Keeps an answer.
    func keep<Value: Encodable>(_ value: Value, for key: String, at time: Date) async {
        let database = state.withLock(\.database)
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
            if replace(database, after: error) { return }
            logger.notice("an answer could not be kept", metadata: ["error": "\(error)"])
        }
    }
}

extension DatabaseError {
    /// Whether the file does not have what was written to it, or is not at its place.
    fileprivate var isDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: true
        // A file that was emptied has no table. The statements are right.
        case .SQLITE_ERROR: true
        // Written to after it was removed or replaced.
        case .SQLITE_READONLY: extendedResultCode == .SQLITE_READONLY_DBMOVED
        // Used after an attempt to replace it failed.
        case .SQLITE_MISUSE: true
        default: false
        }
    }
}
