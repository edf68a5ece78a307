package import Trellis
import TrellisSQLite

/// The items of an `items.sqlite` that no store uses any more, read from a copy.
///
/// The file itself is only read, once. A file of an older version is migrated in the copy.
package struct ItemArchive: Sendable {
    private let file: FilePath
    private let copy: FilePath
    private let database: SQLiteDatabase

    /// Copies a file, and opens the copy.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - folder: The folder for the copy.
    /// - Throws: `PluginFailure` when the file is not a database of this version or an older one, or another process uses it.
    package init(copying file: FilePath, into folder: FilePath) throws(PluginFailure) {
        copy = folder.appending("items.sqlite")
        self.file = file
        do throws(PluginFailure) {
            try SQLiteDatabase.copyUnused(file, to: copy)
            database = try SQLiteDatabase(at: copy, migrator: ItemDatabase.migrator, durability: .process)
        } catch {
            var failure = error
            failure.message.replace(copy.string, with: file.string)
            if failure.kind == .data { failure.advice = Self.advice }
            throw failure
        }
    }

    private static let advice =
        "Restore the file from a backup of this version or an older one, and run the command again"

    /// Closes the copy.
    ///
    /// - Throws: The error of SQLite.
    package func close() async throws { try await database.close() }

    /// Checks the whole file for damage, and returns the number of items.
    ///
    /// - Throws: `PluginFailure` when the file is damaged; `CancellationError`.
    package func verifiedCount() async throws -> Int {
        try await reporting {
            try await database.checkIntegrity()
            return try await database.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0 }
        }
    }

    /// Returns a page of items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: The position after which the page starts; nil for the first page.
    ///   - limit: The maximum number of items.
    /// - Returns: The page; empty when there are no more items.
    /// - Throws: `PluginFailure` when the file is damaged; `CancellationError`.
    package func page(after position: Int?, limit: Int) async throws -> ItemPage {
        try await reporting {
            try await database.read { db in try ItemPage.fetch(db, after: position, filter: nil, limit: limit) }
        }
    }

    /// Converts errors of the copy to those of the file.
    private func reporting<Value>(_ body: () async throws -> Value) async throws -> Value {
        func damage(_ detail: String) -> PluginFailure {
            PluginFailure(
                .data, "\(file) is damaged (\(detail)); it was left unchanged",
                advice: Self.advice)
        }
        do {
            return try await body()
        } catch StorageError.damaged(_, let detail) {
            throw damage(detail)
        } catch let error as ItemStoreError {
            throw damage("\(error)")
        } catch let error as StorageError {
            throw PluginFailure(.storage, "\(error)")
        }
    }
}
