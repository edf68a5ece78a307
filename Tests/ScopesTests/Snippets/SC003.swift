import Scopes
import Testing

@Suite struct SC003 {
    @Test func twoScopesExportIt() throws {
        try expectFaultsShown {
            var memory = Blueprint("memory")
            memory.provide(MemoryItemStore.init) { $0 as any ItemStore }
            memory.export((any ItemStore).self)
            var archive = Blueprint("archive")
            archive.provide(MemoryItemStore.init) { $0 as any ItemStore }
            archive.export((any ItemStore).self)
            var feed = Blueprint("feed")
            feed.provide(ItemFeed.init(store:))
            _ = try Admission(of: [memory, archive, feed], under: Plan(Blueprint("root")))
        }
    }
}
