public import GRDB
public import Trellis

/// A plugin's SQLite database, whose acknowledged changes survive a crash of the daemon and of the machine.
///
/// While it is open, the file has SQLite's `-wal` and `-shm` files beside it. Each commit is synchronized to the disk
/// (`synchronous=FULL`, read back after every opening) before the change is acknowledged, and fails when the file was deleted,
/// moved or replaced. Changes that arrive together share a transaction.
///
/// ```swift
/// let database = try SQLiteDatabase(at: plugin.directories.state.appending("notes.sqlite"), migrator: migrator)
/// let text = try await database.read { db in try String.fetchOne(db, sql: "SELECT text FROM note") }
/// try await database.write { db in try db.execute(sql: "DELETE FROM note") }
/// ```
public final class SQLiteDatabase: Closable {
    /// The path of the file.
    public let path: FilePath

    private let pool: DatabasePool
    private let committer: GroupCommitter
    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity
    private let monitor: StorageMonitor

    /// The free space, in bytes, with which a full file system counts as recovered.
    static let spaceToRecover = 256 << 10

    /// Opens the file, or creates it, and applies the migrations that it lacks.
    ///
    /// A file that is not a database, that is incomplete, that lacks a part of its schema or that a newer version wrote is
    /// rejected and left unchanged. Damage inside is found by ``checkIntegrity()``.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - migrator: The migrations. A released migration never changes; a new one is added after it.
    ///   - onCommit: Called after each transaction that changed something, before any caller gets its result.
    /// - Throws: ``Trellis/PluginFailure`` with the file, the reason and the remedy.
    public init(
        at path: FilePath, migrator: DatabaseMigrator, onCommit: @escaping @Sendable () -> Void = {}
    ) throws(PluginFailure) {
        let file = DatabaseFile(path: path)
        do {
            try file.inspect()
            try migrator.rejectNewerDatabase(at: path)
            let pool = try Self.open(path)
            try migrator.migrate(pool)
            try pool.read { db in try migrator.verifySchema(of: db, at: path) }
            let identity = try file.identity()
            committer = GroupCommitter(
                pool, willCommit: { try Self.verify(file, is: identity) }, didCommit: onCommit)
            self.pool = pool
            self.identity = identity
        } catch let failure as PluginFailure {
            throw failure
        } catch {
            throw PluginFailure(opening: path, error)
        }
        self.path = path
        self.file = file
        monitor = StorageMonitor(path: path)
    }

    /// Opens the connections.
    private static func open(_ path: FilePath) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = path.lastComponent?.string
        configuration.prepareDatabase { db in
            // Limits the log after a long read transaction has let it grow: to 64 MiB.
            try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
        }
        let pool = try DatabasePool(path: path.string, configuration: configuration)
        // With the write-ahead log, NORMAL survives a crash of the process, and only FULL a crash of the machine. The pool
        // sets NORMAL when it is created, after `prepareDatabase`.
        let mode = try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            return try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        guard mode == 2 else {
            throw PluginFailure(.software, "SQLite does not accept synchronous=FULL for \(path)")
        }
        return pool
    }

    /// Closes the database.
    ///
    /// Afterwards the file contains everything and its log nothing, so that a copy of the file is a backup.
    ///
    /// - Throws: The error of SQLite when the log can't be written back or the database can't be closed. Nothing is lost
    ///   then, since the next opening reads the log.
    public func close() async throws {
        let checkpoint = Result { try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        // The connection that is closed last deletes the log, which a reader may not do.
        pool.invalidateReadOnlyConnections()
        try pool.close()
        _ = try checkpoint.get()
    }

    /// Reads from the database, in a transaction.
    ///
    /// - Parameter body: Reads from the database.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``StorageError``; other errors of SQLite; `CancellationError`.
    public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await monitor.recordingFailures { try await pool.read(body) }
    }

    /// Makes a change, and returns when it is on disk.
    ///
    /// A task that is cancelled while its change waits for a transaction gets a `CancellationError`, and nothing was changed.
    /// One whose change has begun gets its result.
    ///
    /// - Parameters:
    ///   - weight: The number of rows that it writes, about. Default: 1.
    ///   - body: Makes the change. It must only use the database: it may be called again after a rollback.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``StorageError``; other errors of SQLite; `CancellationError`. Nothing was changed then.
    public func write<Value: Sendable>(
        weight: Int = 1, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        if let failure = monitor.permanentFailure { throw failure }
        let value = try await monitor.recordingFailures { try await committer.perform(weight: weight, body) }
        monitor.recordWrite()
        return value
    }

    /// Begins a read transaction that lasts until the returned value is released.
    ///
    /// The log can't be reused meanwhile, and grows with every change.
    ///
    /// - Returns: The contents of the database at this moment.
    /// - Throws: ``StorageError``; other errors of SQLite.
    public func snapshot() async throws -> SQLiteSnapshot {
        SQLiteSnapshot(try await monitor.recordingFailures { try pool.makeSnapshot() }, monitor: monitor)
    }

    /// Throws when the file or its log is not the one that was opened.
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

// MARK: - Health

extension SQLiteDatabase {
    /// Verifies that the database works, with a cheap check for a health check.
    ///
    /// A full or failing storage counts as recovered when there is space and a small write succeeds. A damaged or replaced file
    /// does not recover while it is open.
    ///
    /// - Throws: ``StorageError``; other errors of SQLite; `CancellationError`.
    public func verify() async throws {
        try await monitor.recordingFailures {
            try Self.verify(file, is: identity)
            _ = try await pool.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") }
        }
        guard let failure = monitor.failure else { return }
        guard monitor.permanentFailure == nil, try file.availableSpace() >= Self.spaceToRecover else { throw failure }
        _ = try await write { db in
            // The number has no meaning here; writing it writes a page.
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// Checks the whole file (`PRAGMA quick_check`), on a read-only connection of its own.
    ///
    /// It reads every page, and the log can't be reused meanwhile. Damage is remembered: ``write(weight:_:)`` and ``verify()``
    /// throw it from then on.
    ///
    /// - Throws: ``StorageError``; other errors of SQLite; `CancellationError`.
    public func checkIntegrity() async throws {
        try await monitor.recordingFailures {
            try Self.verify(file, is: identity)
            var configuration = Configuration()
            configuration.readonly = true
            configuration.label = path.lastComponent.map { "\($0) check" }
            let queue = try DatabaseQueue(path: path.string, configuration: configuration)
            let result = try await queue.read { db in try String.fetchOne(db, sql: "PRAGMA quick_check(1)") }
            guard result == "ok" else {
                throw StorageError.damaged(file: path, detail: result ?? "quick_check returned nothing")
            }
        }
    }
}
