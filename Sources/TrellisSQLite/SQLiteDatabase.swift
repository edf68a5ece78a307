public import GRDB
public import Trellis

/// A plugin's SQLite database, whose acknowledged changes survive a crash of the daemon and of the machine.
///
/// While the database is open, its directory also contains SQLite's `-wal` and `-shm` files. By default, each commit is
/// synchronized to the disk (`synchronous=FULL`, verified after every opening) before the change is acknowledged. A
/// commit fails when the file was deleted, moved or replaced, or when another process locks it for longer than 5 s. Concurrent
/// changes share a transaction. Reads and changes
/// that wait are served in turn by user, so a user with many calls does not delay those of the others.
///
/// ```swift
/// let database = try SQLiteDatabase(
///     at: plugin.directories.state.appending("notes.sqlite"), migrator: migrator, attributedTo: plugin)
/// let text = try await database.read { db in try String.fetchOne(db, sql: "SELECT text FROM note") }
/// try await database.write { db in try db.execute(sql: "DELETE FROM note") }
/// ```
public final class SQLiteDatabase: Closable {
    /// The durability of acknowledged changes.
    public enum Durability: Int, Sendable, Hashable {
        /// After a crash of the machine, the newest changes may be missing; the database is as it was before them
        /// (`synchronous=NORMAL`). For data that can be fetched again.
        case process = 1

        /// Acknowledged changes survive a crash of the machine (`synchronous=FULL`).
        case machine = 2
    }

    /// The path of the file.
    public let path: FilePath

    private let pool: DatabasePool
    private let committer: GroupCommitter

    /// The limit on concurrent reads.
    let reads: RequestSemaphore

    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity
    private let monitor: StorageMonitor
    private let plugin: PluginEnvironment?

    /// The time for which an opening or a change waits while another process has locked the database.
    static let busyTimeout = Duration.seconds(5)

    /// The free space in bytes that a full file system must have to count as recovered.
    static let spaceToRecover = 256 << 10

    /// Opens or creates the file, and applies missing migrations.
    ///
    /// A file is rejected and left unchanged if it is not a database, is incomplete, lacks a part of its schema, or was
    /// written by a newer version. Other damage is detected by ``checkIntegrity()``.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - migrator: The migrations. Do not change a released migration; append a new one.
    ///   - plugin: The plugin to which the code of reads and changes is attributed, which runs on threads of GRDB, and
    ///     which has the failpoint `sqlite.commit`, before each commit, and the metrics of the transactions; nil for
    ///     none. Default: nil.
    ///   - durability: The durability of acknowledged changes. Default: ``Durability/machine``.
    ///   - onCommit: Called after each transaction that changed something, before its callers receive their results.
    /// - Throws: `PluginFailure` with the file, the reason and the remedy.
    public convenience init(
        at path: FilePath, migrator: DatabaseMigrator, attributedTo plugin: PluginEnvironment? = nil,
        durability: Durability = .machine, onCommit: @escaping @Sendable () -> Void = {}
    ) throws(PluginFailure) {
        try self.init(
            at: path, migrator: migrator, attributedTo: plugin, durability: durability, busyTimeout: Self.busyTimeout,
            onCommit: onCommit)
    }

    init(
        at path: FilePath, migrator: DatabaseMigrator, attributedTo plugin: PluginEnvironment? = nil,
        durability: Durability = .machine, busyTimeout: Duration, onCommit: @escaping @Sendable () -> Void = {}
    ) throws(PluginFailure) {
        let file = DatabaseFile(path: path)
        do {
            let isEmpty = try file.inspect()
            try migrator.rejectForeignDatabase(at: path)
            let pool = try Self.open(path, durability, busyTimeout: busyTimeout)
            try Self.prepareSchema(of: pool, migrator, at: path)
            let identity = try file.identity()
            committer = GroupCommitter(
                pool, failpoint: plugin?.failpoint("sqlite.commit"),
                metrics: plugin.map { CommitMetrics(of: path.lastComponent?.string ?? "", in: $0.metrics) },
                willCommit: { try Self.verify(file, is: identity) },
                didCommit: onCommit)
            // The pool itself lets reads wait in the order of their arrival.
            reads = RequestSemaphore(pool.configuration.maximumReaderCount)
            self.pool = pool
            self.identity = identity
            if isEmpty {
                plugin?.logger.warning(
                    "\(path) was empty, so a new database was created; restore a backup if it had contents",
                    metadata: ["path": "\(path)"])
            }
        } catch let failure as PluginFailure {
            throw failure
        } catch {
            throw PluginFailure(opening: path, error)
        }
        self.path = path
        self.file = file
        self.plugin = plugin
        monitor = StorageMonitor(path: path)
    }

    /// Applies missing migrations and verifies the schema, unless its fingerprint shows that it is complete.
    private static func prepareSchema(of pool: DatabasePool, _ migrator: DatabaseMigrator, at path: FilePath) throws {
        let isComplete = try pool.writeWithoutTransaction { db in
            try migrator.appliedIdentifiers(db) == Set(migrator.migrations)
                && SchemaFingerprint(of: db).isStored(in: db)
        }
        guard !isComplete else { return }
        try migrator.migrate(pool)
        try pool.read { db in try migrator.verifySchema(of: db, at: path) }
        // Without a fingerprint, for example on a full disk, the next opening verifies the schema again.
        try? pool.write { db in try SchemaFingerprint(of: db).store(in: db) }
    }

    /// Opens the connections to the database.
    private static func open(
        _ path: FilePath, _ durability: Durability, busyTimeout: Duration
    ) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        configuration.label = path.lastComponent?.string
        configuration.prepareDatabase { db in
            // Truncates the log to 64 MiB after it has grown during a long read transaction.
            try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
        }
        let pool = try DatabasePool(path: path.string, configuration: configuration)
        // With a write-ahead log, changes survive a crash of the machine only with FULL; NORMAL protects against a
        // crash of the process. The pool sets NORMAL when it is created, after `prepareDatabase`.
        let mode = try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = \(durability.rawValue)")
            return try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        guard mode == durability.rawValue else {
            throw PluginFailure(.software, "SQLite does not accept synchronous=\(durability.rawValue) for \(path)")
        }
        return pool
    }

    /// Closes the database.
    ///
    /// Closing writes the log back to the file, so that a copy of the file is a complete backup.
    ///
    /// - Throws: The error of SQLite when the log cannot be written back or the database cannot be closed. No data is
    ///   lost in this case, because the next opening reads the log.
    public func close() async throws {
        let checkpoint = Result { try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        // The connection that is closed last deletes the log. A read-only connection cannot delete the log.
        pool.invalidateReadOnlyConnections()
        try pool.close()
        _ = try checkpoint.get()
    }

    /// Reads from the database, in a transaction.
    ///
    /// - Parameter body: Reads from the database, in a read transaction.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``StorageError`` when the storage fails; other errors of SQLite;
    ///   `CancellationError` when the task is cancelled.
    public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let body = attributed(body, to: plugin)
        return try await monitor.recordingFailures { try await reads.withPermit { try await pool.read(body) } }
    }

    /// Performs a change, and returns when it is on disk.
    ///
    /// If the task is cancelled while its change waits for a transaction, the change is not performed. A change whose
    /// transaction has begun is not interrupted, and its result is returned.
    ///
    /// - Parameters:
    ///   - weight: The approximate number of rows that the change writes. Default: 1.
    ///   - body: Performs the change. It must have no other side effects, because it may be called again after a
    ///     rollback.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``StorageError`` when the storage fails; other errors of SQLite;
    ///   `CancellationError` when the task is cancelled. After an error, the database is unchanged.
    public func write<Value: Sendable>(
        weight: Int = 1, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        if let failure = monitor.permanentFailure { throw failure }
        let body = attributed(body, to: plugin)
        let value = try await monitor.recordingFailures { try await committer.perform(weight: weight, body) }
        monitor.recordWrite()
        return value
    }

    /// Begins a read transaction that lasts until the returned value is released.
    ///
    /// During the transaction, the log cannot be reused and grows with every change.
    ///
    /// - Returns: The contents of the database at this moment.
    /// - Throws: ``StorageError`` when the storage fails; other errors of SQLite.
    public func snapshot() async throws -> SQLiteSnapshot {
        let snapshot = try await monitor.recordingFailures {
            let snapshot = try pool.makeSnapshot()
            // A snapshot has a connection of its own, and many clients may each keep one. The default is 2 MB.
            try snapshot.read { db in try db.execute(sql: "PRAGMA cache_size = -64") }
            return snapshot
        }
        return SQLiteSnapshot(snapshot, reads: reads, monitor: monitor, plugin: plugin)
    }

    /// Throws an error if the file or its log was replaced after the opening.
    private static func verify(_ file: DatabaseFile, is identity: DatabaseFile.Identity) throws {
        do {
            guard try file.identity() == identity else { throw StorageError.replaced(file: file.path) }
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
            throw StorageError.replaced(file: file.path)
        } catch let error as Errno {
            throw StorageError.failed(file: file.path, detail: "\(error)")
        }
    }
}

/// Attributes a function that runs on a thread of GRDB to a plugin.
func attributed<Value>(
    _ body: @escaping @Sendable (Database) throws -> Value, to plugin: PluginEnvironment?
) -> @Sendable (Database) throws -> Value {
    guard let plugin else { return body }
    return { db in try plugin.attributed { try body(db) } }
}

// MARK: - Health

extension SQLiteDatabase {
    /// Verifies that the database works; cheap enough for a health check.
    ///
    /// After a failure, the storage counts as recovered when space is available and a small write succeeds. A damaged
    /// or replaced file does not recover while it is open.
    ///
    /// - Throws: ``StorageError`` when the storage fails; other errors of SQLite; `CancellationError` when the task is
    ///   cancelled.
    public func verify() async throws {
        try await monitor.recordingFailures {
            try Self.verify(file, is: identity)
            _ = try await reads.withPermit {
                try await pool.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") }
            }
        }
        guard let failure = monitor.failure else { return }
        guard monitor.permanentFailure == nil, try file.availableSpace() >= Self.spaceToRecover else { throw failure }
        _ = try await write { db in
            // The same number, the schema's fingerprint: the change only serves to write a page.
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// Checks the whole file (`PRAGMA quick_check`), on a separate read-only connection.
    ///
    /// The check reads every page, and the log cannot be reused during it. After the check has found damage,
    /// ``write(weight:_:)`` and ``verify()`` throw ``StorageError/damaged(file:detail:)``.
    ///
    /// - Throws: ``StorageError`` when the storage fails; other errors of SQLite; `CancellationError` when the task is
    ///   cancelled.
    public func checkIntegrity() async throws {
        try await monitor.recordingFailures {
            try Self.verify(file, is: identity)
            var configuration = Configuration()
            configuration.readonly = true
            configuration.label = path.lastComponent.map { "\($0) check" }
            let queue = try DatabaseQueue(path: path.string, configuration: configuration)
            let result = try await queue.read { db in try String.fetchOne(db, sql: "PRAGMA quick_check(1)") }
            guard result == "ok" else {
                // The message of SQLite has several lines.
                let lines = result?.split(separator: "\n").joined(separator: ", ")
                throw StorageError.damaged(file: path, detail: lines ?? "quick_check returned nothing")
            }
        }
    }
}
