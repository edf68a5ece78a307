@_spi(Dynamic) import Scopes
import Testing

@Suite("Examples: SC010") struct SC010 {
    @Test("a contribution is lazy") func lazyContribution() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.contribute(MemoryItemStore.init, .lazily) { $0 as any ItemStore }
            _ = try Plan(root)
        }
    }

    @Test("a binding is lazy and transient") func lazyTransient() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .lazily, .transient)
            _ = try Plan(root)
        }
    }

    @Test("a transient binding is exported") func transientExport() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test("a private binding is exported") func privateExport() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .private)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test("a transient binding is required as Live") func transientLive() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.provide { (_: Live<MemoryItemStore>) in 1 }
            _ = try Plan(root)
        }
    }

    @Test("a lazy export is required as Live") func lazyLive() throws {
        try expectDiagnosticsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init, .lazily)
            items.export(MemoryItemStore.self)
            var reader = Blueprint("reader")
            reader.provide { (_: Live<MemoryItemStore>) in 1 }
            _ = try Admission(of: [items, reader], under: Plan(Blueprint("root")))
        }
    }
}
