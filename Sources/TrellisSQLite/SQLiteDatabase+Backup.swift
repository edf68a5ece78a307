import GRDB
public import Trellis

extension SQLiteDatabase {
    /// The database as a part of a backup, by SQLite's online backup: a consistent copy while changes continue.
    public var backup: BackupPart {
        BackupPart(path.lastComponent?.string ?? "database.sqlite") { [self] file in
            try await copy(to: file)
            return true
        }
    }

    /// Writes a consistent copy of the database to a new file.
    ///
    /// Changes of other tasks continue meanwhile, and are not in the copy.
    ///
    /// - Parameter file: The path of the copy.
    /// - Throws: ``StorageError`` when the storage fails; other errors of SQLite; `CancellationError` when the task is
    ///   cancelled.
    public func copy(to file: FilePath) async throws {
        try await read { db in
            let copy = try DatabaseQueue(path: file.string)
            try copy.inDatabase { try db.backup(to: $0) }
            try copy.close()
        }
    }
}
