import GRDB

/// A number that identifies a verified schema, in the header of the database (`PRAGMA user_version`).
///
/// The verification of a schema creates the schema a second time, which takes a third of the time in which a database opens.
/// The number shows that the schema has not changed since its verification.
struct SchemaFingerprint: Sendable, Hashable {
    private let rawValue: UInt32

    /// Calculates the fingerprint of the current schema.
    ///
    /// - Parameter db: The database.
    /// - Throws: Errors of SQLite.
    init(of db: Database) throws {
        let schema = try String.fetchAll(
            db, sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_master ORDER BY name, type")
        rawValue = Self.hash(schema)
    }

    /// Returns whether the database has this fingerprint in its header.
    ///
    /// - Throws: Errors of SQLite.
    func isStored(in db: Database) throws -> Bool {
        try Int32.fetchOne(db, sql: "PRAGMA user_version") == Int32(bitPattern: rawValue)
    }

    /// Stores the fingerprint in the header of the database.
    ///
    /// - Throws: Errors of SQLite.
    func store(in db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(Int32(bitPattern: rawValue))")
    }

    /// The hash FNV-1a, which has the same value in every process.
    private static func hash(_ texts: [String]) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for text in texts {
            for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
            hash = hash &* 0x0100_0193
        }
        return hash
    }
}
