import Scopes

protocol ItemStore: Sendable {
    var name: String { get }
}

struct StoreConfiguration: Sendable, Equatable {
    var path = "items.db"
}

final class SQLiteItemStore: ItemStore, Closable {
    let configuration: StoreConfiguration
    let journal: Journal?

    init(configuration: StoreConfiguration, journal: Journal?) {
        self.configuration = configuration
        self.journal = journal
    }

    var name: String { configuration.path }

    func close() async throws {
        journal?.note("close store")
    }
}

struct MemoryItemStore: ItemStore {
    let name = "memory"
}

final class ItemFeed: Sendable {
    let store: any ItemStore

    init(store: any ItemStore) {
        self.store = store
    }
}

/// Records its creation and its closing under the name of its tag.
final class Noted<Tag>: Closable {
    let journal: Journal

    init(journal: Journal) {
        self.journal = journal
        journal.note("make \(Tag.self)")
    }

    func close() async throws {
        journal.note("close \(Tag.self)")
    }
}

enum A {}
enum B {}
enum C {}
enum D {}

struct Failure: Error, Equatable, CustomStringConvertible {
    var description = "it failed on purpose"
}

/// Returns a blueprint that a closure assembles.
func blueprint(_ name: String = "root", line: Int = #line, _ assemble: (inout Blueprint) -> Void) -> Blueprint {
    var blueprint = Blueprint(name, line: line)
    assemble(&blueprint)
    return blueprint
}

/// Returns the diagnostics of a plan; empty if it is valid.
func diagnostics(_ make: () throws(AdmissionError) -> some Any) -> [Diagnostic] {
    do {
        _ = try make()
        return []
    } catch {
        return error.diagnostics
    }
}

extension Scope {
    /// Returns an instance of the scope.
    func read<K: Sendable>(_ key: K.Type) async throws -> K {
        try await instance(of: key)
    }
}
