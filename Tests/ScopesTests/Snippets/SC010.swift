import Scopes
import Testing

@Suite("Examples: SC010", .timeLimit(.minutes(2))) struct SC010 {
    @Test("reports a lazy contribution") func lazyContribution() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.contribute(MemoryItemStore.init, .lazily) { $0 as any ItemStore }
            _ = try Plan(root)
        }
    }

    @Test("reports a binding that is both lazy and transient") func lazyTransient() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .lazily, .transient)
            _ = try Plan(root)
        }
    }

    @Test("reports an exported transient binding") func transientExport() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test("reports an exported private binding") func privateExport() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .private)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test("reports a transient binding that is required as Live") func transientLive() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.provide { (_: Live<MemoryItemStore>) in 1 }
            _ = try Plan(root)
        }
    }

    @Test("reports an asynchronous transient binding") func asynchronousTransient() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide({ () async in MemoryItemStore() }, .transient)
            _ = try Plan(root)
        }
    }
}
