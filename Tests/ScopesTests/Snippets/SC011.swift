import Scopes
import Testing

@Suite("Examples: SC011", .timeLimit(.minutes(2))) struct SC011 {
    @Test("reports an imported key that nothing requires") func unused() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init) { $0 as any ItemStore }
            items.export((any ItemStore).self)
            var reader = Blueprint("reader")
            reader.import((any ItemStore).self, from: "items")
            _ = try Admission(of: [items, reader], under: Plan(Blueprint("root")))
        }
    }

    @Test("reports an imported key that the importer also provides") func provided() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init) { $0 as any ItemStore }
            items.export((any ItemStore).self)
            var feed = Blueprint("feed")
            feed.import((any ItemStore).self, from: "items")
            feed.provide(MemoryItemStore.init) { $0 as any ItemStore }
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }
}
