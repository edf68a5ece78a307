import Synchronization
import Testing
import Trellis

@Suite("NavigationStack", .timeLimit(.minutes(2)))
struct NavigationStackTests {
    /// A scene whose closing is recorded.
    private struct Page: Sendable {
        let name: String
    }

    private struct Opener: Sendable {
        let pages: Scene<String, Page>
    }

    private struct LoadFailure: Error {}

    /// Runs a body with a stack, a scene, and the names of the scenes that were closed since the last call.
    private func withStack(
        _ body: (NavigationStack<String>, Scene<String, Page>, () -> [String]) async throws -> Void
    ) async throws {
        let closed = Mutex<[String]>([])
        var blueprint = Blueprint("session")
        blueprint.scene(String.self, Page.self) { scene in
            scene.provide(Page.init(name:), .onClose { page in closed.withLock { $0.append(page.name) } })
        }
        blueprint.provide(Opener.init(pages:))
        try await Scope.open(Plan(blueprint)) { scope in
            try await body(NavigationStack(), try await scope.instance(of: Opener.self).pages) {
                closed.withLock { closed in
                    defer { closed = [] }
                    return closed
                }
            }
        }
    }

    private func push(
        _ name: String, on stack: NavigationStack<String>, _ scene: Scene<String, Page>,
        keeping isKept: @escaping @Sendable (String) -> Bool = { _ in true }, failing: Bool = false
    ) async throws -> Int {
        try await stack.push(scene, name, keeping: isKept, as: \.name) { page in
            if failing { throw LoadFailure() }
            return page.name.utf8.count
        }
    }

    @Test("pushes a loaded scene, and closes the scenes that are not kept, from the top")
    func pushing() async throws {
        try await withStack { stack, scene, closed in
            #expect(try await push("list", on: stack, scene) == 4)
            for name in ["a", "b"] { _ = try await push(name, on: stack, scene) }
            #expect(await stack.entries == ["list", "a", "b"])
            #expect(closed() == [])
            _ = try await push("c", on: stack, scene, keeping: { $0 == "list" })
            #expect(await stack.entries == ["list", "c"])
            #expect(await stack.top == "c")
            #expect(closed() == ["b", "a"])
        }
    }

    @Test("a scene that fails to load is closed, and the stack is unchanged")
    func failing() async throws {
        try await withStack { stack, scene, closed in
            _ = try await push("list", on: stack, scene)
            await #expect(throws: LoadFailure.self) {
                try await push("broken", on: stack, scene, keeping: { _ in false }, failing: true)
            }
            #expect(await stack.entries == ["list"])
            #expect(closed() == ["broken"])
        }
    }

    @Test("pops the top, everything above an entry, or everything, and closes the scenes")
    func popping() async throws {
        try await withStack { stack, scene, closed in
            for name in ["a", "b", "c", "d"] { _ = try await push(name, on: stack, scene) }
            #expect(await stack.pop() == "c")
            #expect(closed() == ["d"])
            await stack.popAll { $0 == "a" }
            #expect(closed() == ["c", "b"])
            await stack.popAll { $0 == "absent" }
            #expect(await stack.entries == ["a"])
            _ = try await push("e", on: stack, scene)
            await stack.removeAll()
            #expect(closed() == ["e", "a"])
            #expect(await stack.pop() == nil)
            #expect(await stack.top == nil)
        }
    }
}
