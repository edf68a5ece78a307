import Scopes
import Testing

@Suite("Examples: the lifecycle of a scope") struct HowAScopeLives {
    actor Database: Closable {
        init() async throws {}

        func close() async throws {}
    }

    final class Feed: Sendable {
        let database: Database

        init(database: Database) { self.database = database }
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

    @Test("a replacement keeps the siblings of the replaced scope open") func replacement() async throws {
        let root = try await Scope.open(Plan(Blueprint("root")))
        var feed = Blueprint("feed")
        feed.provide(Database.init)
        feed.provide(Feed.init(database:))
        feed.export(Feed.self)
        var reader = Blueprint("reader")
        reader.provide(Status.init(feed:))
        reader.export(Status.self)
        var open: [Scope] = []
        for plan in try Admission(of: [feed, reader], under: root.plan).plans {
            open.append(try await root.open(plan, importing: open))
        }
        let status = try await open[1].read(Status.self)
        let before = try status.feed()

        let replacement = try Replacement(of: [feed], under: root)
        for change in replacement.changes {
            print(change)
        }
        _ = try await replacement.run(draining: { await $0.drain(within: .seconds(30)) })

        #expect(replacement.changes.map(\.description) == ["root/feed is replaced"])
        #expect(try status.feed() !== before)
        await root.close()
    }

    @Test("a graph describes the bindings of a plan") func graph() throws {
        try expectShown {
            let plan = try Plan(Self.root)
            return plan.graph.description
        }
    }
}
