import Trellis

/// The list, independently of clients and of the database.
struct Notes: Sendable {
    /// The text is empty or too long.
    struct InvalidText: Error, Hashable {
        let length: Int
        let maximum: Int
    }

    /// The number of entries that are read at once.
    static let pageSize = 100

    private let environment: NotesEnvironment

    init(environment: NotesEnvironment) {
        self.environment = environment
    }

    /// Adds an entry.
    ///
    /// - Throws: ``InvalidText``, or the error of the store.
    func add(_ text: String) async throws -> Entry {
        guard (1...environment.maximumLength).contains(text.count) else {
            throw InvalidText(length: text.count, maximum: environment.maximumLength)
        }
        return try await environment.add(text, environment.now())
    }

    /// Sends every entry after a number, the oldest first.
    ///
    /// - Returns: The number of the last entry.
    @discardableResult
    func list(after number: Int = 0, _ send: (Entry) async throws -> Void) async throws -> Int {
        var last = number
        while true {
            let entries = try await environment.entries(last, Self.pageSize)
            for entry in entries { try await send(entry) }
            last = entries.last?.number ?? last
            guard entries.count == Self.pageSize else { return last }
        }
    }

    /// Sends every entry after a number, and then each new entry until the store closes.
    ///
    /// Entries are read when the receiver can take them, so a slow receiver occupies memory for one page.
    func watch(after number: Int, _ send: (Entry) async throws -> Void) async throws {
        // The subscription precedes the first read, so that each entry is either read or announced.
        let changes = environment.changes()
        var last = try await list(after: number, send)
        for await _ in changes { last = try await list(after: last, send) }
    }
}
