import Scopes
import Testing

@Suite("Examples: SC004") struct SC004 {
    @Test("only a nested scope provides the key") func nested() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            root.session { session in
                session.provide(MemoryItemStore.init) { $0 as any ItemStore }
            }
            _ = try Plan(root)
        }
    }

    @Test("the exporting scope can be replaced") func replaceable() throws {
        try expectDiagnosticsShown {
            var current = Blueprint("current")
            current.provide(MemoryItemStore.init) { $0 as any ItemStore }
            current.export((any ItemStore).self)
            var items = Blueprint("items")
            items.nest(current)
            var feed = Blueprint("feed")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }

    @Test("another nested scope provides the key") func otherNested() throws {
        try expectDiagnosticsShown {
            var store = Blueprint("store")
            store.provide(MemoryItemStore.init) { $0 as any ItemStore }
            var feed = Blueprint("feed")
            feed.provide(ItemFeed.init(store:))
            var root = Blueprint("root")
            root.nest(store)
            root.nest(feed)
            _ = try Plan(root)
        }
    }

    @Test("the instance is held through a factory") func factory() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide({ (store: any ItemStore) in ItemFeed(store: store) }, .transient)
            root.provide { (feed: ItemFeed) in feed.store.name }
            root.session { session in
                session.provide(MemoryItemStore.init) { $0 as any ItemStore }
            }
            _ = try Plan(root)
        }
    }
}
