import Items
import Movies
import Search
import Testing
import Trellis
import TrellisTesting

/// Faults of a plugin that others use.
@Suite("Faults beside Search", .timeLimit(.minutes(2)))
struct SearchFaultTests {
    private static let plugins = [
        PluginRegistration(ItemsPlugin.self), PluginRegistration(MoviesPlugin.self),
        PluginRegistration(SearchPlugin.self),
    ]

    @Test("a write of Items that hangs delays neither its reads nor other plugins")
    func hangingWrite() async throws {
        try await withPlugins(Self.plugins, settings: ["search.timeout": "1min"]) { plugins in
            _ = try await ItemsClient(plugins.caller).add(title: "Heat pump", count: 3)
            try plugins["items"].inject("1*pause", at: "store.write")
            let other = ItemsClient(try await plugins.connect())
            async let added = other.add(title: "Rice", count: 1)
            try await plugins["items"].waitUntilExhausted("store.write")
            var found: [String: Int] = [:]
            for try await reply in SearchClient(plugins.caller).search(text: "heat") {
                found[reply.plugin ?? "none", default: 0] += 1
                #expect(reply.problem == nil)
            }
            #expect(found["items"] == 1)
            #expect(found["movies", default: 0] > 1)
            #expect(await plugins["movies"].status().state == .running)
            try plugins["items"].inject("off", at: "store.write")
            #expect(try await added.item.title == "Rice")
        }
    }
}
