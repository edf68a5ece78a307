import Scopes
import Testing

@Suite struct SC008 {
    @Test func thereIsNothingToReplace() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init) { $0 as any ItemStore }
            root.override(value: MemoryItemStore())
            _ = try Plan(root)
        }
    }
}
