public import GRDB

/// The contents of a database at one moment: a read transaction on a connection of its own.
public struct SQLiteSnapshot: Sendable {
    private let database: SQLiteDatabase
    private let snapshot: DatabaseSnapshot

    init(of database: SQLiteDatabase, _ snapshot: DatabaseSnapshot) {
        self.database = database
        self.snapshot = snapshot
    }

    /// Reads.
    ///
    /// - Parameter body: Reads.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``StorageError``; other errors of SQLite; `CancellationError`.
    public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await database.reportingFailures { try await snapshot.read(body) }
    }
}
