import Scopes
import Testing

@Suite("Examples: SC013", .timeLimit(.minutes(2))) struct SC013 {
    @Test("reports an input that no scope above provides") func unprovided() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.session { session in
                session.inputs((any ItemStore).self)
                session.provide(ItemFeed.init(store:))
            }
            _ = try Plan(root)
        }
    }

    @Test("reports an input that an isolated scope around the scope lacks") func hidden() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { $0 as any ItemStore }
            root.session { session in
                session.inputs()
                session.scene(Void.self, ItemFeed.self) { scene in
                    scene.inputs((any ItemStore).self)
                    scene.provide(ItemFeed.init(store:))
                }
            }
            _ = try Plan(root)
        }
    }
}
