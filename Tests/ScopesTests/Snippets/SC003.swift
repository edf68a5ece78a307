import Scopes
import Testing

@Suite("Examples: SC003", .timeLimit(.minutes(2))) struct SC003 {
    @Test("reports a key that two siblings export") func siblings() throws {
        try expectDiagnosticsShown {
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
