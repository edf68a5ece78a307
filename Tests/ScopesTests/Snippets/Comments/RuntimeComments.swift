import Scopes
import Testing

/// The examples in the comments of the folder Runtime.
@Suite("Examples in comments: scopes", .timeLimit(.minutes(2))) struct RuntimeComments {
    protocol Service: Sendable {
        func run() async
    }

    struct NotingService: Service {
        let journal: Journal

        func run() { journal.note("run") }
    }

    @Test("an open scope returns its contributions") func scope() async throws {
        let journal = Journal()
        var rootBlueprint = Blueprint("root")
        rootBlueprint.provide(value: journal)
        var itemsBlueprint = Blueprint("items")
        itemsBlueprint.contribute(NotingService.init(journal:)) { $0 as any Service }

        let root = try await Scope.open(rootBlueprint)
        let items = try await root.open(itemsBlueprint)
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

    @Test("the users of a replaced value leave") func succession() async throws {
        let (first, second) = (Blueprint("first"), Blueprint("second"))

        let current = Succession(first)
        let name = await current.use { $0.name }
        let previous = current.replace(with: second)
        await previous.drain(within: .seconds(30))

        #expect(name == "first")
        #expect(await current.use { $0.name } == "second")
    }
}
