import Scopes
import Testing

@Suite("Examples: SC004", .timeLimit(.minutes(2))) struct SC004 {
    @Test("reports a key that only a nested scope provides") func nested() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            root.session { session in
                session.provide(MemoryItemStore.init) { $0 as any ItemStore }
            }
            _ = try Plan(root)
        }
    }

    @Test("reports a key that another nested scope provides") func otherNested() throws {
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

    @Test("reports a transient binding that requires an instance of a nested scope") func factory() throws {
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
