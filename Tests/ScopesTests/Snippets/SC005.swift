import Scopes
import Testing

@Suite("Examples: SC005", .timeLimit(.minutes(2))) struct SC005 {
    @Test("reports a key that is provided twice") func twice() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { $0 as any ItemStore }
            root.provide(SQLiteItemStore.init(configuration:journal:)) { $0 as any ItemStore }
            root.provide(value: StoreConfiguration())
            _ = try Plan(root)
        }
    }
}
