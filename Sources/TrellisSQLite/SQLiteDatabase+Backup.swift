import GRDB
import Synchronization
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
    /// Changes of other tasks continue meanwhile, and are not in the copy. An error of the copy, such as a full disk, does not
    /// affect the health of this database.
    ///
    /// - Parameter file: The path of the copy.
    /// - Throws: ``StorageError`` when the storage fails; other errors of SQLite; `CancellationError` when the task is
    ///   cancelled.
    public func copy(to file: FilePath) async throws {
        let cancellation = CopyCancellation()
        let outcome = try await withTaskCancellationHandler {
            try await read { db in Result { try Self.copy(db, to: file, until: cancellation) } }
        } onCancel: {
            cancellation.isRequested.store(true, ordering: .relaxed)
        }
        try outcome.get()
    }

    /// The number of pages that are copied between two checks for a cancellation.
    private static let pagesPerStep: Int32 = 1_024

    private static func copy(_ db: Database, to file: FilePath, until cancellation: CopyCancellation) throws {
        let copy = try DatabaseQueue(path: file.string)
        try copy.inDatabase { destination in
            try db.backup(to: destination, pagesPerStep: pagesPerStep) { _ in
                if cancellation.isRequested.load(ordering: .relaxed) { throw CancellationError() }
            }
        }
        try copy.close()
    }
}

/// The request to end a copy, which runs outside the task that waits for it.
private final class CopyCancellation: Sendable {
    let isRequested = Atomic(false)
}
