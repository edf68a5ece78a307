import Scopes
import Testing

@Suite struct SC010 {
    @Test func aContributionIsLazy() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.contribute(MemoryItemStore.init, .lazily) { $0 as any ItemStore }
            _ = try Plan(root)
        }
    }

    @Test func aBindingWithANameAsksForAType() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide(value: 1)
            root.add(Binding(named: "sum", needs: [Need(of: Int.self)]) { inputs in inputs.count })
            _ = try Plan(root)
        }
    }

    @Test func aBindingIsLazyAndTransient() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .lazily, .transient)
            _ = try Plan(root)
        }
    }

    @Test func whatIsTransientIsExported() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test func whatIsPrivateIsExported() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .private)
            root.export(MemoryItemStore.self)
            _ = try Plan(root)
        }
    }

    @Test func whatIsTransientIsAskedForAsLive() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide(MemoryItemStore.init, .transient)
            root.provide { (_: Live<MemoryItemStore>) in 1 }
            _ = try Plan(root)
        }
    }

    @Test func aLazyExportIsAskedForAsLive() throws {
        try expectFaultsShown {
            var items = Blueprint("items")
            items.provide(MemoryItemStore.init, .lazily)
            items.export(MemoryItemStore.self)
            var reader = Blueprint("reader")
            reader.provide { (_: Live<MemoryItemStore>) in 1 }
            _ = try Admission(of: [items, reader], under: Plan(Blueprint("root")))
        }
    }
}
