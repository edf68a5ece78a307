import Scopes
import Testing

@Suite("Examples: SC001", .timeLimit(.minutes(2))) struct SC001 {
    @Test("reports a key that nothing provides") func notProvided() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            root.provide { (feed: ItemFeed) in feed.store.name }
            _ = try Plan(root)
        }
    }

    @Test("reports an implementation that is provided under another key") func otherKey() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { $0 as any ItemStore }
            root.provide { (store: MemoryItemStore) in store.name }
            _ = try Plan(root)
        }
    }

    @Test("reports a protocol of which only an implementation is provided") func implementation() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init)
            root.provide(ItemFeed.init(store:))
            _ = try Plan(root)
        }
    }

    @Test("reports a key that a sibling does not export") func notExported() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init) { $0 as any ItemStore }
            var feed = Blueprint("feed")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }

    @Test("reports a key that only a nested scope of a sibling provides") func nestedSibling() throws {
        try expectDiagnosticsShown {
            var current = Blueprint("current")
            current.provide(MemoryItemStore.init) { $0 as any ItemStore }
            var items = Blueprint("items")
            items.nest(current)
            var feed = Blueprint("feed")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }

    @Test("reports a private binding of an ancestor") func hidden() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .private) { $0 as any ItemStore }
            var items = Blueprint("items")
            items.provide(ItemFeed.init(store:))
            root.nest(items)
            _ = try Plan(root)
        }
    }

    @Test("reports a key that is not an input of an isolated scope") func isolated() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { $0 as any ItemStore }
            root.provide(value: StoreConfiguration())
            root.session { session in
                session.inputs(StoreConfiguration.self)
                session.provide(ItemFeed.init(store:))
            }
            _ = try Plan(root)
        }
    }

    @Test("reports a key that has only contributions") func contributed() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.contribute(MemoryItemStore.init) { $0 as any ItemStore }
            root.provide(ItemFeed.init(store:))
            _ = try Plan(root)
        }
    }

    @Test("reports a scene that has other arguments") func sceneArguments() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.scene(Int.self, String.self) { $0.provide { (number: Int) in "\(number)" } }
            root.provide { (_: Scene<Double, String>) in true }
            _ = try Plan(root)
        }
    }

    @Test("reports a key that is provided only with a tag") func tagged() throws {
        enum Archive {}
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { Tagged<Archive, any ItemStore>($0) }
            root.provide(ItemFeed.init(store:))
            _ = try Plan(root)
        }
    }

    enum Movies { struct Clock: Sendable {} }
    enum Items { struct Clock: Sendable {} }

    @Test("reports another type with the same name") func sameName() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(value: Movies.Clock())
            root.provide { (_: Items.Clock) in 1 }
            _ = try Plan(root)
        }
    }

    @Test("reports a provided type with a similar name") func similarName() throws {
        struct ItemsStore: Sendable {}
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(ItemsStore.init)
            root.provide(ItemFeed.init(store:))
            _ = try Plan(root)
        }
    }

    @Test("reports a decorator that wraps no binding") func decorator() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.decorate { (store: any ItemStore) in store }
            _ = try Plan(root)
        }
    }

    @Test("reports a scene that does not provide its model") func model() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.scene(Int.self, ItemFeed.self) { $0.provide { (number: Int) in "\(number)" } }
            _ = try Plan(root)
        }
    }
}
