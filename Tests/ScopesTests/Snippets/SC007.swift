import Scopes
import Testing

@Suite("Examples: SC007", .timeLimit(.minutes(2))) struct SC007 {
    @Test("reports an exported key that is not provided") func notProvided() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init)
            root.export((any ItemStore).self)
            _ = try Plan(root)
        }
    }

    @Test("reports an exported key that a nested scope provides") func nested() throws {
        try expectDiagnosticsShown {
            var current = Blueprint("current")
            current.provide(MemoryItemStore.init)
            var items = Blueprint("items")
            items.export(MemoryItemStore.self)
            items.nest(current)
            _ = try Plan(items)
        }
    }
}
