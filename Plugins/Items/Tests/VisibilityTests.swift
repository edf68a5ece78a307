import Testing
import Trellis
import TrellisTesting

@testable import Items

/// The isolation of the scene of a watch, which sees only its inputs.
@Suite("Visibility in the scopes of Items", .timeLimit(.minutes(2)))
struct VisibilityTests {
    /// Returns the problem of the scene of a watch in which a binding requires a type.
    private func problem<T: Sendable>(ofWatchWith type: T.Type) throws -> String {
        let environment = PluginEnvironment.sample(in: "/nonexistent")
        var root = Blueprint("root")
        root.provide(value: WallClock.system)
        var blueprint = Blueprint("items")
        blueprint.provide(value: environment)
        blueprint.provide(value: Logger.silent)
        blueprint.provide(value: ItemsConfiguration.standard)
        ItemsPlugin.assemble(&blueprint, configuration: .standard)
        blueprint.override { (request: ItemWatchRequest, environments: WatchEnvironments, _: T) in
            ItemWatch(request: request, environments: environments)
        }
        let parent = try Plan(root)
        let error = #expect(throws: AdmissionError.self) { try Plan(blueprint, under: parent) }
        return try #require(error?.diagnostics.first).description
    }

    @Test("a watch sees only its environment, which reads the items") func watch() throws {
        let problems = try [
            problem(ofWatchWith: (any ItemStore).self), problem(ofWatchWith: (any ItemReader).self),
            problem(ofWatchWith: Logger.self), problem(ofWatchWith: (any ItemWriter).self),
            problem(ofWatchWith: (any ItemMaintenance).self), problem(ofWatchWith: PluginEnvironment.self),
            problem(ofWatchWith: ItemsConfiguration.self), problem(ofWatchWith: ItemExporter.self),
            problem(ofWatchWith: WallClock.self), problem(ofWatchWith: Scene<ItemWatchRequest, ItemWatch>.self),
        ]
        for problem in problems {
            #expect(problem.contains("but which is not an input of root/items/\(BindingKey(ItemWatch.self))\n"))
        }
    }
}
