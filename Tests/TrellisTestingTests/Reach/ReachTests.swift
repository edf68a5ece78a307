import Foundation
import Synchronization
import Testing
import Trellis

@testable import TrellisTesting

@Suite("Reach of a session", .timeLimit(.minutes(2))) struct ReachTests {
    final class Token: Sendable {}
    protocol Store: Sendable {}

    /// Returns the paths of what the instances of a session reach, and the problems.
    private func reach(
        _ session: (inout Blueprint) -> Void, in outer: (inout Blueprint) -> Void = { _ in },
        under root: (inout Blueprint) -> Void = { _ in }
    ) -> [String] {
        var (blueprint, rootBlueprint) = (Blueprint("plugin"), Blueprint("root"))
        outer(&blueprint)
        blueprint.session { session(&$0) }
        root(&rootBlueprint)
        let reach = Reach(of: blueprint.nested.last ?? blueprint, within: [blueprint, rootBlueprint])
        return "\(reach)".replacing("ReachTests.", with: "").split(separator: "\n").map(String.init)
    }

    // MARK: Properties

    struct Titles: Sendable { let token: Token }
    struct Search: Sendable { let titles: Titles }
    actor Cache { let token = Token() }

    @Test("follows stored properties through plain values")
    func properties() {
        struct Coordinator: Sendable {
            let search: Search
            let cache: Cache
        }
        #expect(
            reach { $0.provide(Coordinator.init(search:cache:)) } == [
                "Coordinator.cache → Cache", "Coordinator.cache → Cache.token → Token",
            ])
        #expect(reach { $0.provide(Search.init(titles:)) } == ["Search.titles.token → Token"])
    }

    @Test("reports a type once, with a shortest path")
    func shortestPath() {
        struct Coordinator: Sendable {
            let search: Search
            let titles: Titles
        }
        let paths = reach {
            $0.provide { (token: Token) in
                Coordinator(search: Search(titles: Titles(token: token)), titles: Titles(token: token))
            }
        }
        #expect(paths == ["Coordinator.titles.token → Token"])
    }

    class Base: @unchecked Sendable { var token: Token? }
    final class Derived: Base, @unchecked Sendable { var derived: Cache? }

    @Test("follows the properties of a superclass")
    func superclass() {
        let paths = reach { $0.provide(Derived.init) }
        #expect(paths == ["Derived.derived → Cache", "Derived.token → Token"])
    }

    indirect enum Tree: Sendable {
        case leaf(Token)
        case branch(Tree, Cache)
        case empty
    }

    @Test("follows the payloads of an enumeration, also of one that contains itself")
    func payloads() {
        struct Coordinator: Sendable { let tree: Tree }
        let paths = reach { $0.provide { (token: Token) in Coordinator(tree: .leaf(token)) } }
        #expect(paths == ["Coordinator.tree.branch.1 → Cache", "Coordinator.tree.leaf → Token"])
    }

    final class Part<Name>: Sendable {}
    enum A {}
    enum B {}
    enum C {}
    enum D {}
    enum E {}
    enum F {}
    enum G {}
    enum H {}

    struct Containers: Sendable {
        let optional: Part<A>?
        let array: [Part<B>]
        let dictionary: [String: Part<C>]
        let tuple: (Int, part: Part<D>)
        let task: Task<Part<E>, any Error>
        let stream: AsyncStream<Part<F>>.Continuation
        let result: Result<[Part<G>?], any Error>
        let set: Set<Name>
        let pointer: Pointer

        struct Name: Hashable { let text: String }
        struct Pointer: @unchecked Sendable { let typed: UnsafeMutablePointer<Part<H>> }
    }

    @Test("follows the elements of containers")
    func containers() {
        let paths = reach { blueprint in blueprint.provide { () throws -> Containers in throw CancellationError() } }
        #expect(
            paths
                == [
                    "Containers.array → Part<B>", "Containers.dictionary → Part<C>", "Containers.optional → Part<A>",
                    "Containers.pointer.typed → Part<H>", "Containers.result → Part<G>", "Containers.stream → Part<F>",
                    "Containers.task → Part<E>", "Containers.tuple.part → Part<D>",
                ].map { $0.replacing(#/<(\w)>/#) { "<\($0.1)>" } })
    }

    final class Storage: ManagedBuffer<Int, Token> {}

    @Test("follows the elements of a buffer")
    func buffer() {
        struct Coordinator: @unchecked Sendable { let storage: Storage }
        let paths = reach { $0.provide { () throws -> Coordinator in throw CancellationError() } }
        #expect(paths == ["Coordinator.storage → Storage", "Coordinator.storage → Storage → Token"])
    }

    @Test("follows weak and lazy properties, and those with a wrapper")
    func specialProperties() {
        final class Coordinator: @unchecked Sendable {
            weak var cache: Cache?
            lazy var token = Token()
            @Dependency var store: any Store

            init(store: any Store) { _store = Dependency(wrappedValue: store) }
        }
        let paths = reach { $0.provide(Coordinator.init(store:)) }
        #expect(
            paths == ["Coordinator.cache → Cache", "Coordinator.store → any Store", "Coordinator.token → Token"])
    }

    @Test("ignores types of the standard library and Foundation, metatypes, and values without objects")
    func ends() {
        struct Coordinator: Sendable {
            let text: String
            let dates: [String: Date]
            let url: URL?
            let error: (any Error)?
            let type: Token.Type
            let kind: Kind

            enum Kind: Sendable {
                case one(Int)
                case two
            }
        }
        let paths = reach { blueprint in blueprint.provide { () throws -> Coordinator in throw CancellationError() } }
        #expect(paths == [])
    }

    @Test("reports types that may contain any object")
    func anything() {
        struct Coordinator: @unchecked Sendable {
            let any: Any
            let object: AnyObject
            let sendable: any Sendable
            let store: any Store & Hashable
        }
        let paths = reach { blueprint in blueprint.provide { () throws -> Coordinator in throw CancellationError() } }
        #expect(
            paths == [
                "Coordinator.any → Any", "Coordinator.object → AnyObject", "Coordinator.store → any Hashable & Store",
            ])
    }

    @Test("reports a scope, which can return any instance, and does not search it")
    func scope() {
        struct Coordinator: Sendable { let scope: Scope }
        let paths = reach { blueprint in blueprint.provide { () throws -> Coordinator in throw CancellationError() } }
        #expect(paths == ["Coordinator.scope → Scope"])
    }

    // MARK: Instances outside

    struct Clock: Sendable { let value = 1 }
    struct Use: Sendable { let clock: Clock }

    @Test("reports a structure that a scope around provides or requires, and not one of its own")
    func structures() {
        struct Model: Sendable { let use: Use }
        struct Coordinator: Sendable { let model: Model }
        let session = { (session: inout Blueprint) in
            session.provide(Model.init(use:))
            session.provide(Coordinator.init(model:))
        }
        #expect(reach(session) == [])
        #expect(
            reach(session, in: { $0.provide(Use.init(clock:)) }) == [
                "Model.use → Use", "Model.use → Use.clock → Clock",
            ])
        #expect(reach(session, in: { $0.provide(value: Use(clock: Clock())) }) == ["Model.use → Use"])
    }

    final class Inner: Sendable {}

    @Test("does not report the instances of the session and of its scenes")
    func ownInstances() {
        final class Model: Sendable {
            let inner: Inner
            init(inner: Inner) { self.inner = inner }
        }
        final class Coordinator: Sendable {
            let scene: Scene<Int, Model>
            init(scene: Scene<Int, Model>) { self.scene = scene }
        }
        let paths = reach { session in
            session.provide(Inner.init)
            session.scene(Int.self, Model.self) { $0.provide(Model.init(inner:)) }
            session.provide(Coordinator.init(scene:))
        }
        #expect(paths == [])
    }

    // MARK: Parameters

    struct FileStore: Store { let token: Token }

    @Test("a Live, a Lazy and a Tagged lead to their instances")
    func references() {
        enum Files {}
        struct Coordinator: Sendable {
            let live: Live<Cache>
            let lazily: Lazy<Tagged<Files, any Store>>
        }
        let paths = reach {
            $0.provide(Coordinator.init(live:lazily:))
        } in: {
            $0.provide(FileStore.init(token:), .lazily) { Tagged<Files, any Store>($0) }
            $0.provide(value: OtherStore())
            $0.alias(OtherStore.self) { $0 as any Store }
            $0.provide(Cache.init)
            $0.provide(Token.init)
        }
        #expect(
            paths == [
                "Coordinator.lazily → FileStore", "Coordinator.live → Cache", "Coordinator.live → Cache.token → Token",
            ])
    }

    struct OtherStore: Store { let number = 1 }

    @Test("a tagged instance without its tag leads to the same implementation")
    func removedTag() {
        enum Files {}
        struct Gallery: Sendable { let store: any Store }
        let paths = reach {
            $0.provide { (store: Tagged<Files, any Store>) in Gallery(store: store.value) }
        } in: {
            $0.provide(FileStore.init(token:)) { Tagged<Files, any Store>($0) }
            $0.provide(OtherStore.init) { $0 as any Store }
        }
        #expect(paths == ["Gallery.store → FileStore", "Gallery.store → FileStore.token → Token"])
    }

    @Test("the type of a tag is not reached")
    func tag() {
        struct Gallery: Sendable { let store: Tagged<Cache, any Store> }
        #expect(reach { $0.provide(Gallery.init(store:)) } == ["Gallery.store → any Store"])
    }

    protocol Check: Sendable {}
    struct First: Check { let cache: Cache }
    struct Second: Check { let token: Token }
    struct Third: Check {}

    @Test("an All leads to the contributions of all scopes around")
    func contributions() {
        struct Report: Sendable { let checks: All<any Check> }
        struct Copy: Sendable { let checks: [any Check] }
        func paths(_ declare: (inout Blueprint) -> Void) -> [String] {
            reach(declare, in: { $0.contribute(First.init(cache:)) { $0 as any Check } }) {
                $0.contribute(Second.init(token:)) { $0 as any Check }
            }
        }
        func expected(_ name: String) -> [String] {
            [
                "\(name).checks → First", "\(name).checks → First.cache → Cache", "\(name).checks → Second",
                "\(name).checks → Second.token → Token",
            ]
        }
        #expect(paths { $0.provide(Report.init(checks:)) } == expected("Report"))
        #expect(paths { $0.provide { (checks: All<any Check>) in Copy(checks: checks.elements) } } == expected("Copy"))
    }

    struct Request: Sendable {}
    struct Model: Sendable { let store: any Store }

    @Test("a Scene leads to the instances of its scope, in which keys are looked up")
    func scenes() {
        struct Coordinator: Sendable { let list: Scene<Request, Model> }
        struct Other: Sendable { let list: Scene<Int, Model> }
        let paths = reach { session in
            // Both scenes are declared at one location.
            func declare<Arguments: Sendable>(_ type: Arguments.Type, _ assemble: (inout Blueprint) -> Void) {
                session.scene(type, Model.self) {
                    assemble(&$0)
                    $0.provide(Model.init(store:))
                }
            }
            declare(Int.self) { _ in }
            declare(Request.self) { $0.provide(FileStore.init(token:)) { $0 as any Store } }
            session.provide(Coordinator.init(list:))
            session.provide(Other.init(list:))
        } in: {
            $0.provide(OtherStore.init) { $0 as any Store }
        }
        #expect(
            paths == ["Coordinator.list → FileStore.token → Token", "Other.list → Model.store → OtherStore"])
    }

    @Test("a scene that no property contains is reached, because a closure may open it")
    func unownedScene() {
        let paths = reach { $0.scene(Void.self, Model.self) { $0.provide(Model.init(store:)) } }
        #expect(paths == ["Model.store → any Store"])
    }

    @Test("an open scene leads to its instances, and one that no blueprint declares is reported")
    func openScenes() {
        struct Coordinator: Sendable { let open: OpenScene<Model>? }
        struct Unknown: Sendable { let scene: Scene<Int, Request> }
        let paths = reach { session in
            session.provide { () throws -> Coordinator in throw CancellationError() }
            session.provide(Unknown.init(scene:))
        } in: {
            $0.scene(Request.self, Model.self) { $0.provide(Model.init(store:)) }
        }
        #expect(
            paths == [
                "Coordinator.open → Model", "Coordinator.open → Model.store → any Store",
                "Coordinator.open → Request", "Unknown.scene → Scene<Int, Request>",
            ])
    }

    @Test("a scene that opens itself is searched once")
    func recursion() {
        final class Page: Sendable {
            let next: Scene<Void, Page>
            let token: Token
            init(next: Scene<Void, Page>, token: Token) { (self.next, self.token) = (next, token) }
        }
        struct Coordinator: Sendable { let first: Scene<Void, Page> }
        let paths = reach { session in
            session.scene(Void.self, Page.self) { $0.provide(Page.init(next:token:)) }
            session.provide(Coordinator.init(first:))
        }
        #expect(paths == ["Coordinator.first → Page.token → Token"])
    }

    // MARK: Keys

    struct Coordinator: Sendable { let store: any Store }

    @Test("an existential property leads to the implementation of the nearest binding")
    func existential() {
        let session = { (session: inout Blueprint) in session.provide(Coordinator.init(store:)) }
        let other = { (blueprint: inout Blueprint) in blueprint.provide(OtherStore.init) { $0 as any Store } }
        let file = { (blueprint: inout Blueprint) in blueprint.provide(FileStore.init(token:)) { $0 as any Store } }
        #expect(reach(session) == ["Coordinator.store → any Store"])
        #expect(reach(session, in: other, under: file) == ["Coordinator.store → OtherStore"])
        #expect(
            reach(session, under: file) == [
                "Coordinator.store → FileStore", "Coordinator.store → FileStore.token → Token",
            ])
        #expect(
            reach(
                {
                    session(&$0)
                    other(&$0)
                }, in: file) == [])
    }

    @Test("the keys of an instance outside are looked up in its own scope")
    func scopeOfLookup() {
        struct Service: Sendable { let store: any Store }
        struct Coordinator: Sendable { let service: Service }
        let paths = reach { session in
            session.provide(OtherStore.init) { $0 as any Store }
            session.provide(Coordinator.init(service:))
        } in: {
            $0.provide(FileStore.init(token:)) { $0 as any Store }
            $0.provide(Service.init(store:))
        }
        #expect(
            paths == [
                "Coordinator.service → Service", "Coordinator.service → Service.store → FileStore",
                "Coordinator.service → Service.store → FileStore.token → Token",
            ])
    }

    struct CachingStore: Store {
        let base: any Store
        let cache: Cache
    }

    @Test("a decorator leads to the instance that it wraps")
    func decorator() {
        let expected = [
            "Coordinator.store → CachingStore", "Coordinator.store → CachingStore.base → FileStore",
            "Coordinator.store → CachingStore.base → FileStore.token → Token",
            "Coordinator.store → CachingStore.cache → Cache",
        ]
        let session = { (session: inout Blueprint) in session.provide(Coordinator.init(store:)) }
        let file = { (blueprint: inout Blueprint) in blueprint.provide(FileStore.init(token:)) { $0 as any Store } }
        let cache = { (blueprint: inout Blueprint) in
            blueprint.decorate(CachingStore.init(base:cache:)) { $0 as any Store }
        }
        #expect(
            reach(
                session,
                in: {
                    file(&$0)
                    cache(&$0)
                }) == expected)
        #expect(reach(session, in: cache, under: file) == expected)
    }

    @Test("an alias leads to the implementation of the other binding, in its scope")
    func alias() {
        struct Wrapper: Store { let base: any Check }
        let paths = reach { session in
            session.provide(Third.init) { $0 as any Check }
            session.alias(Wrapper.self) { $0 as any Store }
            session.provide(Coordinator.init(store:))
        } in: {
            $0.provide(Wrapper.init(base:))
            $0.provide(Second.init(token:)) { $0 as any Check }
        }
        #expect(paths == ["Wrapper", "Wrapper.base → Second", "Wrapper.base → Second.token → Token"])
    }

    @Test("a private binding of a scope around is not visible")
    func privateBinding() {
        let paths = reach {
            $0.provide(Coordinator.init(store:))
        } in: {
            $0.provide(FileStore.init(token:), .private) { $0 as any Store }
        } under: {
            $0.provide(OtherStore.init) { $0 as any Store }
        }
        #expect(paths == ["Coordinator.store → OtherStore"])
    }

    /// Compares the bindings that meet each requirement of a scope, and of the scopes in it, with a graph of the
    /// container.
    private func compare(_ place: ScopePlace, _ graph: Graph.Scope, _ paths: [ObjectIdentifier: String]) {
        var paths = paths
        paths[ObjectIdentifier(place)] = graph.path
        for (index, node) in graph.instances.enumerated() {
            let instance = BoundInstance(place: place, index: index)
            for (requirement, edge) in zip(instance.binding.requirements, node.requirements) {
                let found = instance.instances(for: requirement).map {
                    Graph.Target(scope: paths[ObjectIdentifier($0.place)] ?? "", index: $0.index)
                }
                #expect(Set(found) == Set(edge.targets), "\(graph.path): \(node.key) requires \(edge.requirement)")
            }
            if let scene = instance.scene,
                let graph = graph.scopes.first(where: { $0.path.hasSuffix(scene.blueprint.name) })
            {
                compare(scene, graph, paths)
            }
        }
    }

    @Test("keys are looked up as the container does")
    func container() throws {
        var root = Blueprint("root")
        root.provide(Token.init)
        root.provide(FileStore.init(token:)) { $0 as any Store }
        root.contribute(Second.init(token:)) { $0 as any Check }
        var plugin = Blueprint("plugin")
        plugin.provide(Cache.init)
        // Wraps the store of the root.
        plugin.decorate(CachingStore.init(base:cache:)) { $0 as any Store }
        plugin.provide(OtherStore.init) { Tagged<Cache, any Store>($0) }
        plugin.provide(Third.init) { $0 as any Check }
        plugin.contribute(First.init(cache:), .private) { $0 as any Check }
        plugin.provide({ () in "private" }, .private)
        plugin.provide { (text: String, check: Lazy<any Check>) in [text] }
        plugin.session { session in
            session.provide(OtherStore.init) { $0 as any Store }
            session.decorate(CachingStore.init(base:cache:)) { $0 as any Store }
            session.decorate { (base: any Store, cache: Cache?, text: String?) in
                CachingStore(base: base, cache: Cache())
            } as: {
                $0 as any Store
            }
            session.provide { (checks: All<any Check>, tagged: Live<Tagged<Cache, any Store>>) in
                Coordinator(store: OtherStore())
            }
            session.scene(Int.self, Model.self) { scene in
                scene.provide { (number: Int, store: any Store, parent: Coordinator) in Model(store: store) }
                scene.contribute(Third.init) { $0 as any Check }
                scene.provide { (all: All<any Check>) in all.count == 0 }
            }
            session.provide { (scene: Scene<Int, Model>) in 1.5 }
        }
        let rootPlan = try Plan(root)
        let plan = try Plan(plugin, under: rootPlan)
        let rootPlace = ScopePlace(root, in: nil, isOwn: false)
        let pluginPlace = ScopePlace(plugin, in: rootPlace, isOwn: false)
        let sessionPlace = ScopePlace(plugin.nested[0], in: pluginPlace, isOwn: true)
        compare(rootPlace, rootPlan.graph.root, [:])
        let paths = [ObjectIdentifier(rootPlace): "root"]
        compare(pluginPlace, plan.graph.root, paths)
        compare(
            sessionPlace, plan.graph.root.scopes[0],
            paths.merging([ObjectIdentifier(pluginPlace): "root/plugin"]) { $1 })
    }

    @Test("an instance of unknown type leads to what its factory receives")
    func unknownImplementation() {
        let paths = reach {
            $0.provide(Coordinator.init(store:))
        } in: {
            $0.provide { (token: Token, cache: Cache) -> any Store in FileStore(token: token) }
            $0.provide(Token.init)
            $0.provide(Cache.init)
        }
        #expect(
            paths == [
                "Coordinator.store → any Store", "Coordinator.store → any Store (factory) → Cache",
                "Coordinator.store → any Store (factory) → Token",
            ])
    }

    final class Wrapped: Sendable {
        let token: Token
        init(token: Token) { self.token = token }
    }

    @Test("a key that a conversion creates leads to the implementation and to its own properties")
    func conversion() {
        struct Handle: Sendable {
            let wrapped: Wrapped
            let cache: Cache
        }
        struct Coordinator: Sendable { let handle: Handle }
        let paths = reach {
            $0.provide(Coordinator.init(handle:))
        } in: {
            $0.provide(Wrapped.init(token:)) { Handle(wrapped: $0, cache: Cache()) }
        }
        #expect(
            paths == [
                "Coordinator.handle → Wrapped", "Coordinator.handle → Wrapped.token → Token",
                "Coordinator.handle.cache → Cache",
            ])
    }

    // MARK: Closures and hidden state

    struct Environment: Sendable {
        let load: @Sendable (Int) async throws -> [Token]
        let save: @Sendable (Token) -> Void
        let other: @Sendable (Token) -> Void
    }

    @Test("a closure ends a path, and is reported for each property")
    func closures() {
        struct Coordinator: Sendable { let environment: Environment }
        let paths = reach { session in
            session.provide { (token: Token) in
                Coordinator(environment: Environment(load: { _ in [token] }, save: { _ in }, other: { _ in }))
            }
        }
        #expect(
            paths == [
                "Coordinator.environment.load → @Sendable (Int) async throws -> Array<Token>",
                "Coordinator.environment.other → @Sendable (Token) -> ()",
                "Coordinator.environment.save → @Sendable (Token) -> ()",
            ])
    }

    final class Undeclared: Sendable {
        let tokens = Mutex<[Token]>([])
        let count = Atomic(0)
    }

    final class Declared: Sendable {
        let tokens = Mutex<[Token]>([])
    }

    final class Raw: @unchecked Sendable {
        let raw: UnsafeMutableRawPointer?
        init(raw: UnsafeMutableRawPointer?) { self.raw = raw }
    }

    @Test("a Mutex without a declaration is a problem")
    func undeclaredState() {
        let paths = reach { session in
            session.provide(Undeclared.init)
            session.provide { Raw(raw: nil) }
        }
        func problem(_ path: String, _ type: String) -> String {
            """
            \(path): reflection does not show what the property contains: its type is \(type); declare the types of its \
            state: extension \(path.prefix { $0 != "." }): StateUnderLock
            """
        }
        let hidden = "noncopyable, like a Mutex or an Atomic"
        #expect(
            paths == [
                problem("Raw.raw", "a raw pointer"), problem("Undeclared.count", hidden),
                problem("Undeclared.tokens", hidden),
            ])
    }

    @Test("state under a lock leads to the types that its owner declares")
    func declaredState() {
        #expect(reach { $0.provide(Declared.init) } == ["Declared (under lock) → Token"])
    }
}

extension ReachTests.Declared: StateUnderLock {
    static var state: [any Any.Type] { [[ReachTests.Token].self] }
}
