import Scopes
import Testing

@Suite("Examples: SC008", .timeLimit(.minutes(2))) struct SC008 {
    @Test("reports an override that matches no binding") func unmatched() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { $0 as any ItemStore }
            root.override(value: MemoryItemStore())
            _ = try Plan(root)
        }
    }
}
