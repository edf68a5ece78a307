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
}
