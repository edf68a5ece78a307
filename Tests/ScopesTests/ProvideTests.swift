import Scopes
import Testing

/// Every kind of initializer that a binding accepts.
@Suite("Bindings", .timeLimit(.minutes(2))) struct ProvideTests {
    struct Plain: Sendable { let number: Int }
    struct Throwing: Sendable { init(number: Int) throws { if number < 0 { throw Failure() } } }
    struct TypedThrowing: Sendable { init(number: Int) throws(Failure) { if number < 0 { throw Failure() } } }
    struct Waiting: Sendable { init(number: Int) async throws { await Task.yield() } }
    actor Plainly { init(number: Int) {} }
    actor Waitingly { init(number: Int, plain: Plain) async throws(Failure) { await Task.yield() } }
    struct Generic<Value: Sendable>: Sendable { let value: Value }
    struct Eight: Sendable {
        let a: Int, b: String, c: Plain, d: Throwing, e: Waiting, f: Plainly, g: Waitingly, h: Generic<Int>
    }

    @Test("accepts every kind of initializer") func initializers() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(Eight.init)
            blueprint.provide(Generic<Int>.init(value:))
            blueprint.provide(Waitingly.init(number:plain:))
            blueprint.provide(Plainly.init(number:))
            blueprint.provide(Waiting.init(number:))
            blueprint.provide(TypedThrowing.init(number:))
            blueprint.provide(Throwing.init(number:))
            blueprint.provide(Plain.init(number:))
            blueprint.provide { (plain: Plain) in "number \(plain.number)" }
            blueprint.provide(value: 42)
            blueprint.export(Eight.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let eight = try await scope.read(Eight.self)
            #expect(eight.a == 42)
            #expect(eight.b == "number 42")
            #expect(eight.h.value == 42)
        }
    }

    @Test("derives requirements from the signature") func requirements() {
        struct Wanting: Sendable {
            init(_: Int, _: String?, _: All<any ItemStore>, _: Live<Int>, _: Lazy<Int>?, _: Building) {}
        }
        let binding = blueprint { $0.provide(Wanting.init) }.bindings[0]
        #expect(
            binding.requirements.map(\.description)
                == ["Int", "String?", "All<ItemStore>", "Live<Int>", "Lazy<Int>?", "Building"])
    }

    @Test("records location, options and implementation") func properties() {
        let line = #line + 2
        let root = blueprint { blueprint in
            blueprint.provide(Waiting.init(number:), .lazily)
            blueprint.provide { MemoryItemStore() as any ItemStore }
            blueprint.provide(MemoryItemStore.init, .transient) { Tagged<A, any ItemStore>($0) }
        }
        #expect(root.bindings.map(\.location.line) == [line, line + 1, line + 2])
        #expect(root.bindings[0].location.file == "ScopesTests/ProvideTests.swift")
        #expect(root.bindings.map(\.isAsynchronous) == [true, false, false])
        #expect(root.bindings.map(\.isLazy) == [true, false, false])
        #expect(root.bindings.map(\.isTransient) == [false, false, true])
        #expect(ObjectIdentifier(root.bindings[1].implementation) == ObjectIdentifier((any ItemStore).self))
        #expect(root.bindings[2].implementation is MemoryItemStore.Type)
        #expect(root.bindings[2].key == BindingKey(Tagged<A, any ItemStore>.self))
    }

    @Test("binds a protocol to an implementation") func protocols() async throws {
        let converted = blueprint { blueprint in
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.export((any ItemStore).self)
        }
        let keyed = blueprint { blueprint in
            blueprint.provide { MemoryItemStore() as any ItemStore }
            blueprint.export((any ItemStore).self)
        }
        let given = blueprint { blueprint in
            blueprint.provide((any ItemStore).self, value: MemoryItemStore())
            blueprint.export((any ItemStore).self)
        }
        for root in [converted, keyed, given] {
            let name = try await Scope.open(Plan(root)) { try await $0.read((any ItemStore).self).name }
            #expect(name == "memory")
        }
    }

    @Test("replaces a binding with an override") func override() async throws {
        var root = blueprint { blueprint in
            blueprint.provide(value: StoreConfiguration())
            blueprint.provide(SQLiteItemStore.init(configuration:journal:)) { $0 as any ItemStore }
            blueprint.provide(ItemFeed.init(store:))
            blueprint.export(ItemFeed.self)
        }
        root.override(MemoryItemStore.init) { $0 as any ItemStore }
        let name = try await Scope.open(Plan(root)) { try await $0.read(ItemFeed.self).store.name }
        #expect(name == "memory")
    }

    @Test("overrides bindings of scenes and keeps their marks") func nestedOverride() {
        let mark = BindingMark("durable")
        var root = blueprint { blueprint in
            blueprint.provide(SQLiteItemStore.init(configuration:journal:), .marked(mark)) { $0 as any ItemStore }
            blueprint.scene(Int.self, Plain.self) { blueprint in
                blueprint.provide(Plain.init(number:))
            }
        }
        root.override((any ItemStore).self, value: MemoryItemStore())
        root.override(value: Plain(number: 7))
        #expect(root.bindings[0].marks == [mark])
        #expect(root.nested[0].bindings.last?.requirements.isEmpty == true)
        #expect(diagnostics { () throws(AdmissionError) in try Plan(root) }.isEmpty)
    }
}
