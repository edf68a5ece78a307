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

    @Test("reports a key that two nested scopes of a sibling export") func nested() throws {
        try expectDiagnosticsShown {
            var hot = Blueprint("hot")
            hot.provide(value: 80)
            hot.export(Int.self)
            var cold = Blueprint("cold")
            cold.provide(value: 10)
            cold.export(Int.self)
            var water = Blueprint("water")
            water.nest(hot)
            water.nest(cold)
            var tap = Blueprint("tap")
            tap.provide { (temperature: Live<Int>) in { try temperature() } as @Sendable () throws -> Int }
            _ = try Admission(of: [water, tap], under: Plan(Blueprint("root")))
        }
    }
}
