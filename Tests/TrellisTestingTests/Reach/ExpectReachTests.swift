import Synchronization
import Testing
import Trellis

@testable import TrellisTesting

@Suite("Expected reach", .timeLimit(.minutes(2))) struct ExpectReachTests {
    final class Token: Sendable {}
    protocol Repository: Sendable {}

    struct SourceRepository: Repository {
        let credential: Credential

        struct Credential: Sendable { let token: Token }
    }

    struct CachingRepository: Repository { let base: any Repository }

    final class SearchModel: Sendable {
        let repository: any Repository
        init(repository: any Repository) { self.repository = repository }
    }

    struct Coordinator: Sendable { let search: Scene<Void, SearchModel> }

    struct Environment: Sendable { let load: @Sendable () -> Void }

    /// The blueprint of a plugin, as its `assemble` declares it.
    private func plugin(_ declare: (inout Blueprint) -> Void = { _ in }) -> Blueprint {
        var blueprint = Blueprint("movies")
        blueprint.provide(Token.init)
        blueprint.provide { (token: Token) in
            SourceRepository(credential: .init(token: token))
        } as: {
            $0 as any Repository
        }
        blueprint.decorate(CachingRepository.init(base:)) { $0 as any Repository }
        blueprint.session { session in
            session.scene(Void.self, SearchModel.self) { $0.provide(SearchModel.init(repository:)) }
            session.provide(Coordinator.init(search:))
            declare(&session)
        }
        return blueprint
    }

    /// Returns the text of the issue that a call records.
    private func issue(_ call: () -> Void) -> String {
        let text = Mutex("")
        withKnownIssue {
            call()
        } matching: { issue in
            text.withLock { $0 += issue.comments.map(\.rawValue).joined() }
            return true
        }
        return text.withLock(\.self).replacing("ExpectReachTests.", with: "")
    }

    @Test("passes if exactly the allowed types are reached")
    func passes() {
        expectReach(
            of: "movies/session", in: plugin(), allows: [CachingRepository.self, SourceRepository.self, Token.self])
    }

    @Test("finds a token in a property of an allowed service")
    func token() {
        let text = issue {
            expectReach(of: "movies/session", in: plugin(), allows: [CachingRepository.self, SourceRepository.self])
        }
        #expect(
            text == """
                movies/session reaches types that are not allowed; remove the property, or add the type to 'allows':
                    Coordinator.search → SearchModel.repository → CachingRepository.base → SourceRepository.credential.token → Token
                """)
    }

    @Test("lists everything in one issue")
    func everything() {
        final class Counter: Sendable {
            let count = Atomic(0)
        }
        struct Other: Sendable {}
        let blueprint = plugin { session in
            session.provide { Environment(load: {}) }
            session.provide { Counter() }
        }
        let text = issue {
            expectReach(
                of: "movies/session", in: blueprint,
                allows: [CachingRepository.self, Other.self, (any Repository).self], named: ["Missing"],
                closures: [Other.self])
        }
        #expect(
            text == """
                movies/session reaches types that are not allowed; remove the property, or add the type to 'allows':
                    Coordinator.search → SearchModel.repository → CachingRepository.base → SourceRepository
                    Coordinator.search → SearchModel.repository → CachingRepository.base → SourceRepository.credential.token → Token
                movies/session reaches closures, whose captures are unknown; store the values, or add the owner to 'closures':
                    Environment.load → @Sendable () -> ()
                movies/session does not reach allowed types; remove them from 'allows' or 'named':
                    Other
                    any Repository
                    Missing
                movies/session reaches no closure of a type; remove the type from 'closures':
                    Other
                movies/session has state that cannot be followed:
                    Counter.count: reflection does not show what the property contains: its type is noncopyable, like a Mutex \
                or an Atomic; declare the types of its state: extension Counter: StateUnderLock
                """)
    }

    @Test("reports an allowed type that is not reached")
    func unreached() {
        let text = issue {
            expectReach(
                of: "movies/session", in: plugin(),
                allows: [CachingRepository.self, SourceRepository.self, Token.self, Environment.self])
        }
        #expect(
            text == """
                movies/session does not reach allowed types; remove them from 'allows' or 'named':
                    Environment
                """)
    }

    private final class Secret: Sendable {
        let load: @Sendable () -> Void = {}
    }

    struct Holder: Sendable {
        private let secret = Secret()
        let environment: Environment
    }

    @Test("does not follow the properties of an end, and checks closures only if their owners are listed")
    func ends() {
        let blueprint = plugin { session in
            session.provide { Holder(environment: Environment(load: {})) }
        }
        expectReach(
            of: "movies/session", in: blueprint, ends: [CachingRepository.self], named: ["ExpectReachTests.Secret"])
        let text = issue {
            expectReach(
                of: "movies/session", in: blueprint, allows: [Token.self], ends: [CachingRepository.self],
                named: ["ExpectReachTests.Secret"])
        }
        #expect(text.contains("does not reach allowed types"))
    }

    @Test("allows types by name, and the closures of allowed types and owners")
    func names() {
        let blueprint = plugin { session in
            session.provide { Holder(environment: Environment(load: {})) }
        }
        let types: [any Any.Type] = [CachingRepository.self, SourceRepository.self, Token.self]
        expectReach(
            of: "movies/session", in: blueprint, allows: types, named: ["ExpectReachTests.Secret"],
            closures: [Environment.self])
        expectReach(
            of: "movies/session", in: blueprint, allows: types, named: ["ExpectReachTests.Secret"],
            closures: [Holder.self])
        let text = issue {
            expectReach(of: "movies/session", in: blueprint, allows: types, closures: [])
        }
        #expect(
            text == """
                movies/session reaches types that are not allowed; remove the property, or add the type to 'allows':
                    Holder.secret → Secret
                movies/session reaches closures, whose captures are unknown; store the values, or add the owner to 'closures':
                    Holder.environment.load → @Sendable () -> ()
                    Holder.secret → Secret.load → @Sendable () -> ()
                """)
    }

    @Test("determines the reach of a scene, with or without the generation of a split blueprint")
    func paths() {
        let mark = BindingMark("carried")
        var (outer, generation) = plugin().split(by: mark, inner: "generation")
        outer.nest(generation)
        let types: [any Any.Type] = [CachingRepository.self, SourceRepository.self, Token.self]
        for blueprint in [plugin(), outer] {
            expectReach(of: "movies/session", in: blueprint, allows: types)
            expectReach(of: "movies/session/\(BindingKey(SearchModel.self))", in: blueprint, allows: types)
        }
        expectReach(of: "movies/generation/session", in: outer, allows: types)
        generation = outer
        let text = issue { expectReach(of: "movies/session/Details", in: generation) }
        #expect(
            text
                == "there is no scope movies/session/Details; the scopes are: movies/session, movies/session/SearchModel"
        )
        #expect(issue { expectReach(of: "items/session", in: generation) }.hasPrefix("there is no scope items/session"))
    }

    @Test("looks up keys in the root")
    func root() {
        var (plugin, root) = (Blueprint("movies"), Blueprint("root"))
        plugin.session { $0.provide(SearchModel.init(repository:)) }
        expectReach(of: "movies/session", in: plugin, allows: [(any Repository).self])
        root.provide {
            SourceRepository(credential: .init(token: Token()))
        } as: {
            $0 as any Repository
        }
        expectReach(of: "movies/session", in: plugin, under: root, allows: [SourceRepository.self, Token.self])
    }
}
