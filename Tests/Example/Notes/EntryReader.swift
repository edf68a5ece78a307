/// The entries of the list, for other plugins.
///
/// Another plugin receives the reader as a parameter of an initializer. Its line in `Package.swift` names this module
/// among the dependencies.
public struct EntryReader: Sendable {
    private let store: EntryStore

    init(store: EntryStore) {
        self.store = store
    }

    /// Returns entries, the oldest first.
    ///
    /// - Parameters:
    ///   - number: The number after which the entries begin; 0 to begin with the first entry.
    ///   - limit: The maximum number of entries.
    /// - Returns: The entries; fewer than `limit` only at the end of the list.
    /// - Throws: The error of the database.
    public func entries(after number: Int, limit: Int) async throws -> [Entry] {
        try await store.entries(after: number, limit: limit)
    }
}
