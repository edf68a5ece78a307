import Scopes
import Testing

@Suite struct SC001 {
    @Test func nothingProvidesIt() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            root.provide { (feed: ItemFeed) in feed.store.name }
            _ = try Plan(root)
        }
    }

    @Test func itIsProvidedUnderAnotherKey() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { $0 as any ItemStore }
            root.provide { (store: MemoryItemStore) in store.name }
            _ = try Plan(root)
        }
    }

    @Test func aProtocolIsAskedForAndOnlyTheTypeIsProvided() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init)
            root.provide(ItemFeed.init(store:))
            _ = try Plan(root)
        }
    }

    @Test func itIsNotExported() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init) { $0 as any ItemStore }
            var feed = Blueprint("feed")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [items, feed], under: Plan(Blueprint("root")))
        }
    }

    @Test func itIsProvidedInsideAScopeBeside() throws {
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

    @Test func itIsPrivate() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .private) { $0 as any ItemStore }
            var items = Blueprint("items")
            items.provide(ItemFeed.init(store:))
            root.nest(items)
            _ = try Plan(root)
        }
    }

    @Test func itIsContributed() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.contribute(MemoryItemStore.init) { $0 as any ItemStore }
            root.provide(ItemFeed.init(store:))
            _ = try Plan(root)
        }
    }

    @Test func theSceneHasOtherArguments() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.scene(Int.self, String.self) { $0.provide { (number: Int) in "\(number)" } }
            root.provide { (_: Scene<Double, String>) in true }
            _ = try Plan(root)
        }
    }

    @Test func itIsTagged() throws {
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

    @Test func itIsAnotherTypeOfThatName() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(value: Movies.Clock())
            root.provide { (_: Items.Clock) in 1 }
            _ = try Plan(root)
        }
    }

    @Test func itHasANameThatIsAlike() throws {
        struct ItemsStore: Sendable {}
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(ItemsStore.init)
            root.provide(ItemFeed.init(store:))
            _ = try Plan(root)
        }
    }

    @Test func thereIsNothingToDecorate() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.decorate { (store: any ItemStore) in store }
            _ = try Plan(root)
        }
    }

    @Test func theSceneDoesNotProvideItsModel() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.scene(Int.self, ItemFeed.self) { $0.provide { (number: Int) in "\(number)" } }
            _ = try Plan(root)
        }
    }
}
