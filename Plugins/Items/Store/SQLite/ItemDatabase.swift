import TrellisSQLite

/// The schema of the item store.
enum ItemDatabase {
    /// The migrations, from the oldest version of the schema to the current one.
    ///
    /// Do not change a released migration; append a new one.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 items and changes") { db in
            // Positions and revisions increase monotonically (AUTOINCREMENT), so no value is used twice.
            try db.execute(
                sql: """
                    CREATE TABLE item (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        id TEXT NOT NULL UNIQUE,
                        title TEXT NOT NULL,
                        count INTEGER NOT NULL,
                        created INTEGER NOT NULL,
                        modified INTEGER NOT NULL
                    );
                    CREATE TABLE change (
                        revision INTEGER PRIMARY KEY AUTOINCREMENT,
                        time INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        id TEXT NOT NULL,
                        title TEXT NOT NULL,
                        count INTEGER NOT NULL,
                        created INTEGER NOT NULL,
                        modified INTEGER NOT NULL
                    );
                    CREATE INDEX changeByTime ON change (time);
                    """)
        }
        migrator.registerMigration("2 revisions of items") { db in
            // Changes are deleted in the order of their revisions, so no query uses their times.
            try db.execute(
                sql: """
                    ALTER TABLE item ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
                    UPDATE item SET revision = last.revision
                        FROM (SELECT id, MAX(revision) AS revision FROM change GROUP BY id) AS last
                        WHERE last.id = item.id;
                    DROP INDEX changeByTime;
                    """)
        }
        return migrator
    }()
}
