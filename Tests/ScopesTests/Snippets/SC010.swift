@_spi(Dynamic) import Scopes
import Testing

@Suite struct SC010 {
    @Test func aContributionIsLazy() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.contribute(MemoryItemStore.init, .lazily) { $0 as any ItemStore }
            _ = try Plan(root)
        }
    }

    @Test func aBindingIsLazyAndTransient() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .lazily, .transient)
            _ = try Plan(root)
        }
    }

    @Test func whatIsTransientIsExported() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test func whatIsPrivateIsExported() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .private)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test func whatIsTransientIsAskedForAsLive() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.provide { (_: Live<MemoryItemStore>) in 1 }
            _ = try Plan(root)
        }
    }

    @Test func aLazyExportIsAskedForAsLive() throws {
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
