import TrellisSQLite

/// The schema of the user store.
enum UserDatabase {
    /// The migrations, from the oldest version of the schema to the current one.
    ///
    /// Do not change a released migration; append a new one.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 saved titles and queries") { db in
            // Positions increase monotonically (AUTOINCREMENT), so they order the rows independently of the clock.
            try db.execute(
                sql: """
                    CREATE TABLE saved (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        user INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        name TEXT NOT NULL,
                        released TEXT,
                        rating REAL,
                        time INTEGER NOT NULL,
                        UNIQUE (user, id)
                    );
                    CREATE TABLE query (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        user INTEGER NOT NULL,
                        folded TEXT NOT NULL,
                        text TEXT NOT NULL,
                        time INTEGER NOT NULL,
                        UNIQUE (user, folded)
                    );
                    """)
        }
        migrator.registerMigration("2 changes of saved titles") { db in
            // The changes of each user have their own revisions.
            try db.execute(
                sql: """
                    ALTER TABLE saved ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
                    CREATE TABLE savedChange (
                        user INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        id TEXT NOT NULL,
                        name TEXT NOT NULL,
                        released TEXT,
                        rating REAL,
                        time INTEGER NOT NULL,
                        PRIMARY KEY (user, revision)
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("3 revisions of the last dropped changes") { db in
            // Until now, the changes of each user were numbered consecutively from 1.
            try db.execute(
                sql: """
                    CREATE TABLE savedHistory (user INTEGER PRIMARY KEY, horizon INTEGER NOT NULL);
                    INSERT INTO savedHistory
                        SELECT user, MIN(revision) - 1 FROM savedChange GROUP BY user HAVING MIN(revision) > 1;
                    """)
        }
        return migrator
    }()
}
