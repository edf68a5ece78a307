import Scopes
import Testing

@Suite struct SC012 {
    @Test func theScopeDoesNotExportIt() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init) { $0 as any ItemStore }
            var feed = Blueprint("feed")
            feed.import((any ItemStore).self, from: "items")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }

    @Test func nobodyExportsIt() throws {
        try expectDiagnosticsShown {
            var feed = Blueprint("feed")
            feed.import((any ItemStore).self, from: "items")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [feed], under: Plan(Blueprint("root")))
        }
    }

    @Test func thereIsNoScopeOfThatName() throws {
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
