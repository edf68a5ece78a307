import Scopes
import Testing

@Suite("Examples: SC012", .timeLimit(.minutes(2))) struct SC012 {
    @Test("reports an import from a scope that does not export the key") func notExported() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init) { $0 as any ItemStore }
            var feed = Blueprint("feed")
            feed.import((any ItemStore).self, from: "items")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }

    @Test("reports an import of a key that no scope exports") func noExporter() throws {
        try expectDiagnosticsShown {
            var feed = Blueprint("feed")
            feed.import((any ItemStore).self, from: "items")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [feed], under: Plan(Blueprint("root")))
        }
    }

    @Test("reports an import from a scope that does not exist") func unknownScope() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init) { $0 as any ItemStore }
            items.export((any ItemStore).self)
            var feed = Blueprint("feed")
            feed.import((any ItemStore).self, from: "item")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }
}
