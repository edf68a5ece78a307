import Scopes
import Testing

@Suite struct SC007 {
    @Test func whatIsExportedIsNotProvided() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init)
            root.export((any ItemStore).self)
            _ = try Plan(root)
        }
    }
}
