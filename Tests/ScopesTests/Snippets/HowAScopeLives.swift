import Scopes
import Testing

@Suite("Examples: the lifecycle of a scope", .timeLimit(.minutes(2))) struct HowAScopeLives {
    actor Database: Closable {
        init() async throws {}

        func close() async throws {}
    }

    final class Feed: Sendable {
        let database: Database

        init(database: Database) { self.database = database }

        func next() -> Int { 1 }
    }

    static var root: Blueprint {
        var root = Blueprint("root")
        root.provide(Database.init)
        root.provide(Feed.init(database:))
        root.export(Feed.self)
        return root
    }

    @Test("the closing report lists leaks") func leaks() async throws {
        let scope = try await Scope.open(Plan(Self.root))
        let feed = try await scope.instance(of: Feed.self)
        let report = await scope.close()
        for leak in report.leaks {
            print(leak)
        }

        #expect(report.leaks.map(\.binding.key) == [BindingKey(Feed.self), BindingKey(Database.self)])
        withExtendedLifetime(feed) {}
    }

    struct Status: Sendable {
        let feed: Live<Feed>

        init(feed: Live<Feed>) { self.feed = feed }

        func isRunning() -> Bool { (try? feed()) != nil }
    }

    @Test("Live throws after its scope has closed") func live() async throws {
        var blueprint = Self.root
        blueprint.provide(Status.init(feed:))
        blueprint.export(Status.self)

        let scope = try await Scope.open(Plan(blueprint))
        let status = try await scope.read(Status.self)
        #expect(status.isRunning())
        await scope.close()
        #expect(throws: ScopeClosed(scope: "root")) { try status.feed() }
    }

    @Test("a new scope replaces the old one for new users") func replacement() async throws {
        var blueprint = Blueprint("feed")
        blueprint.provide(Database.init)
        blueprint.provide(Feed.init(database:))
        let root = try await Scope.open(Plan(Blueprint("root")))
        let plan = try Plan(blueprint, under: root.plan)

        let current = Succession(try await root.open(plan))
        let answer = try await current.use { feed in try await feed.read(Feed.self).next() }
        #expect(answer == 1)
        let before = try await current.use { feed in try await feed.read(Feed.self) }

        let previous = current.replace(with: try await root.open(plan))
        await previous.drain(within: .seconds(30))
        await previous.value.close()

        #expect(try await current.use { feed in try await feed.read(Feed.self) } !== before)
        await root.close()
    }

    @Test("a graph describes the bindings of a plan") func graph() throws {
        try expectShown {
            let plan = try Plan(Self.root)
            return plan.graph.description
        }
    }
}
