import Foundation
import Scopes
import Testing

/// The graph of a plan and of an open scope.
@Suite("Graph", .timeLimit(.minutes(2))) struct GraphTests {
    struct Openers: Sendable { let details: Scene<Int, String> }

    private func root(line: Int = #line) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(value: StoreConfiguration())
            blueprint.provide(SQLiteItemStore.init(configuration:journal:)) { $0 as any ItemStore }
            blueprint.provide({ (feed: ItemFeed) async in feed.store.name }, .lazily, .private)
            blueprint.provide(ItemFeed.init(store:), .transient)
            blueprint.provide(Openers.init)
            blueprint.contribute({ 1.5 }) { $0 }
            blueprint.provide { (all: All<Double>, name: Live<String>) in all.isEmpty }
            blueprint.scene(Int.self, String.self) { blueprint in
                blueprint.provide { (number: Int, store: any ItemStore) in "\(number) \(store.name)" }
            }
            blueprint.export((any ItemStore).self)
            blueprint.export(Openers.self)
        }
    }

    @Test("a graph shows the validated bindings of a plan") func plan() throws {
        #expect(
            try Plan(root()).graph.description == """
                root
                ├─ StoreConfiguration
                ├─ SQLiteItemStore as ItemStore, exported
                │    needs StoreConfiguration
                │    needs Journal?: nothing
                ├─ String, lazy, private
                │    needs ItemFeed
                ├─ ItemFeed, transient
                │    needs ItemStore
                ├─ Openers, exported
                │    needs Scene<Int, String>
                ├─ Double, contributed to Double
                ├─ Bool
                │    needs All<Double>
                │    needs Live<String>
                ├─ Scene<Int, String>
                └─ String
                   ├─ Int, the arguments
                   └─ String
                        needs Int
                        needs ItemStore of root
                """)
    }

    @Test("a graph shows the state of the instances of a scope") func scope() async throws {
        try await Scope.open(Plan(root())) { scope in
            let details = try await scope.read(Openers.self).details
            for number in 1...3 { try await details.open(number) { _ in } }
            let opened = try await details.open(4)
            let graph = scope.graph()
            #expect(graph.root.state == .open)
            #expect(graph.root.instanceCount == 7)
            #expect(
                graph.root.instances.map(\.state) == [
                    .created, .created, .created, .declared, .created, .created, .created, .created,
                ])
            #expect(graph.root.instances[1].duration != nil)
            let scene = graph.root.scopes[0]
            #expect((scene.openCount, scene.openedCount, scene.instanceCount) == (1, 4, 2))
            #expect(graph.description.contains("└─ String ×1 (4 in all)"))
            await opened.close()
            #expect(scope.graph().root.scopes[0].openCount == 0)
        }
    }

    @Test("a graph counts neither a scope that is opening nor one that failed to open") func failed() async throws {
        struct Broken: Error {}
        var root = Blueprint("root")
        root.scene(Bool.self, String.self) { page in
            page.provide { (isBroken: Bool) async throws(Broken) -> String in
                if isBroken { throw Broken() }
                return "page"
            }
        }
        root.provide { (pages: Scene<Bool, String>) in Pages(pages: pages) }
        try await Scope.open(Plan(root)) { scope in
            let pages = try await scope.read(Pages.self).pages
            for _ in 1...2 {
                await #expect(throws: OpeningError.self) { try await pages.open(true) { _ in } }
            }
            try await pages.open(false) { _ in }
            let page = scope.graph().root.scopes[0]
            #expect((page.openCount, page.openedCount) == (0, 1))
        }
    }

    private final class Pages: Sendable {
        let pages: Scene<Bool, String>
        init(pages: Scene<Bool, String>) { self.pages = pages }
    }

    @Test("a graph shows nested scopes, whether they are open or not") func nested() async throws {
        var root = root()
        root.nest(blueprint("inner") { $0.provide { (store: any ItemStore) in 1 } })
        try await Scope.open(Plan(root)) { scope in
            #expect(scope.graph().scopes.map(\.path) == ["root", "root/String", "root/inner"])
            #expect(scope.graph().scopes.map(\.state) == [.open, .declared, .declared])
            let inner = try await scope.open(#require(scope.plan.nested("inner")))
            #expect(Set(scope.graph().scopes.map(\.state)) == [.open, .declared])
            #expect(inner.graph().description.hasPrefix("root/inner (open)"))
            let closed = await inner.close()
            #expect(closed.isClean)
            #expect(inner.graph().root.state == .closed)
        }
    }

    @Test("a graph shows the progress of opening") func opening() async throws {
        let gate = Gate()
        let started = Gate()
        let root = blueprint { blueprint in
            blueprint.provide(value: true)
            blueprint.provide { () async -> Int in
                started.open()
                await gate.wait()
                return 1
            }
            blueprint.provide { (number: Int) in "\(number)" }
        }
        try await Scope.open(Plan(blueprint("outer") { _ in })) { outer in
            let plan = try Plan(root, under: outer.plan)
            async let scope = outer.open(plan)
            await started.wait()
            let graph = outer.graph().root.scopes[0]
            #expect(graph.state == .opening)
            #expect(graph.instances.map(\.state) == [.created, .creating, .waiting])
            gate.open()
            _ = try await scope
        }
    }

    @Test("names the inputs of isolated scopes") func isolation() throws {
        let root = blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.provide(value: true)
            blueprint.session { session in
                session.inputs(Int.self, Lazy<Bool>.self)
                session.scene(Void.self, String.self) { scene in
                    scene.inputs()
                    scene.provide(value: "alone")
                }
            }
        }
        let text = try Plan(root).graph.description
        #expect(text.contains("\n└─ session, sees only Int, Lazy<Bool>\n"))
        #expect(text.contains("\n   └─ String, sees nothing outside\n"))
    }

    @Test("draws a graph for Graphviz") func graphviz() throws {
        let dot = try Plan(
            blueprint { blueprint in
                blueprint.provide(value: 1)
                blueprint.provide({ (number: Int) in "\(number)" }, .lazily)
                blueprint.session { $0.provide { (text: Lazy<String>) in true } }
            }
        ).graph.dot
        #expect(
            dot == """
                digraph scopes {
                  rankdir=LR;
                  node [shape=box];
                  subgraph "cluster_root" {
                    label="root";
                    "root 0" [label="Int"];
                    "root 1" [label="String", style=dashed];
                    subgraph "cluster_root/session" {
                      label="session";
                      "root/session 0" [label="Bool"];
                    }
                  }
                  "root 1" -> "root 0";
                  "root/session 0" -> "root 1" [style=dashed];
                }
                """)
    }

    @Test("draws a graph as Mermaid") func mermaid() throws {
        let mermaid = try Plan(
            blueprint { blueprint in
                blueprint.provide(value: 1)
                blueprint.provide { (number: Int, all: All<String>) in [number] }
                blueprint.nest(ScopesTests.blueprint("empty") { _ in })
            }
        ).graph.mermaid
        #expect(
            mermaid == """
                flowchart LR
                  subgraph n0["root"]
                    n1["Int"]
                    n2["Array#lt;Int#gt;"]
                    subgraph n3["empty"]
                      n4(( ))
                    end
                  end
                  n2 --> n1
                """)
    }

    @Test("encodes a graph as JSON") func json() throws {
        let line = #line + 2
        let root = blueprint { blueprint in
            blueprint.provide { "\"quoted\"\n" }
            blueprint.export(String.self)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: try encoder.encode(Plan(root).graph), as: UTF8.self) == """
                {"root":{"exports":["String"],"instanceCount":0,"instances":[{"implementation":"String",\
                "isAsynchronous":false,"isLazy":false,"isPrivate":false,"isTransient":false,"key":"String","location":\
                {"file":"ScopesTests/GraphTests.swift","line":\(line)},"requirements":[],"role":"provision",\
                "state":"declared"}],"kind":"owned","openCount":0,"openedCount":0,"path":"root","scopes":[],\
                "state":"declared"}}
                """)
    }
}
