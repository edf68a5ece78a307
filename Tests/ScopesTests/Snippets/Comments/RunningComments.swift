import Scopes
import Testing

/// What the comments in the folder Running show.
@Suite struct RunningComments {
    protocol Service: Sendable {
        func run() async
    }

    struct NotingService: Service {
        let journal: Journal

        func run() { journal.note("run") }
    }

    @Test func aScope() async throws {
        let journal = Journal()
        var rootBlueprint = Blueprint("root")
        rootBlueprint.provide(value: journal)
        var itemsBlueprint = Blueprint("items")
        itemsBlueprint.contribute(NotingService.init(journal:)) { $0 as any Service }

        let root = try await Scope.open(Plan(rootBlueprint))
        let items = try await root.open(Plan(itemsBlueprint, under: root.plan))
        for service in try items.contributions(to: (any Service).self) {
            await service.run()
        }
        await root.close()

        #expect(journal.entries == ["run"])
    }

    final class ItemFeed: Sendable {
        let journal: Journal

        init(journal: Journal) { self.journal = journal }

        func handle(_ request: String) { journal.note(request) }
    }

    @Test func readingWithoutALock() async throws {
        let journal = Journal()
        let requests = ["one", "two"]
        var blueprint = Blueprint("items")
        blueprint.provide(value: journal)
        blueprint.provide(ItemFeed.init(journal:))
        blueprint.export(ItemFeed.self)
        let plan = try Plan(blueprint)
        try await Scope.open(plan) { scope in
            let slot = plan.slot(of: ItemFeed.self)!
            try scope.withInstances { instances in
                for request in requests { instances[slot].handle(request) }
            }
        }
        #expect(journal.entries == requests)
    }
}
