import TrellisSQLite

/// The schema of the item store.
enum ItemDatabase {
    /// The migrations, from the oldest version of the schema to the current one.
    ///
    /// Do not change a released migration; append a new one.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 items and changes") { db in
            // Positions and revisions increase monotonically (AUTOINCREMENT), so the file uses no value twice.
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
        migrator.registerMigration("3 revision of the last pruned change") { db in
            // Until now, the changes were numbered consecutively from 1.
            try db.execute(
                sql: """
                    CREATE TABLE history (horizon INTEGER NOT NULL);
                    INSERT INTO history SELECT COALESCE(
                        (SELECT MIN(revision) - 1 FROM change), (SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0);
                    """)
        }
        return migrator
    }()
}
