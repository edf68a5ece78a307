import Items
import Movies
import Search
import SearchAPI
import Testing
import Trellis
import TrellisTesting

@Suite("Search", .timeLimit(.minutes(2)))
struct SearchTests {
    private typealias Reply = SearchContract.SearchReply

    private struct Broken: Error, CustomStringConvertible { var description: String { "the index is broken" } }

    /// Runs Search with scripted providers.
    private func withSearch(
        _ scripts: [String: ScriptedPlugin.Script], clock: WallClock = .system, settings: [String: String] = [:],
        over transport: Transport = .process, _ body: (RunningPlugins, SearchClient) async throws -> Void
    ) async throws {
        try await ScriptedPlugin.$scripts.withValue(scripts) {
            try await withTemporaryFolder { folder in
                let plugins =
                    [PluginRegistration(SearchPlugin.self)]
                    + scripts.keys.sorted().map { PluginRegistration(ScriptedPlugin.self, name: $0) }
                let environment = HostEnvironment.test(in: folder, clock: clock)
                try await withPlugins(plugins, settings: settings, environment: environment, over: transport) {
                    try await body($0, SearchClient($0.caller))
                }
            }
        }
    }

    private func lines(_ replies: ReplySequence<Reply>) async throws -> [String] {
        var lines = try await replies.reduce(into: []) { $0.append(line($1)) }
        // The last reply is empty.
        #expect(lines.popLast() == "nothing: ")
        return lines
    }

    /// The fields of a reply: `items: Tea (count 3) items get 1`, `movies: late: …`.
    private func line(_ reply: Reply) -> String {
        let problem = reply.problem.map { "\($0.rawValue): \(reply.reason ?? "")" }
        let hit = reply.title.map { "\($0) (\(reply.detail ?? "")) \(reply.show ?? "")" }
        return "\(reply.plugin ?? "nothing"): \(problem ?? hit ?? "")"
    }

    @Test("finds the objects of Items and Movies", arguments: Transport.allCases)
    func plugins(over transport: Transport) async throws {
        let plugins = [
            PluginRegistration(ItemsPlugin.self), PluginRegistration(MoviesPlugin.self),
            PluginRegistration(SearchPlugin.self),
        ]
        try await withPlugins(plugins, settings: ["items.store": "memory"], over: transport) { plugins async throws in
            let item = try await ItemsClient(plugins.caller).add(title: "A heat pump", count: 2).item
            let search = SearchClient(try await plugins.connect())
            let found = try await lines(search.search(text: "heat"))
            #expect(found.contains("items: A heat pump (count 2) items get \(item.id)"))
            #expect(found.contains { $0.hasPrefix("movies: ") && $0.contains(" (movie, ") })
            #expect(!found.contains { $0.contains("failed") || $0.contains("late") })
            #expect(try await lines(search.search(text: "heat pump", plugins: ["items"])).count == 1)
            try await plugins.stop("items")
            #expect(try await !lines(search.search(text: "heat")).contains { $0.hasPrefix("items") })
        }
    }

    @Test("returns each object when it is found, before the other plugins have finished")
    func streaming() async throws {
        let release = Signal()
        try await withSearch(
            [
                "fast": { _, found in for title in ["Tea", "Rice"] { found(SearchHit(title: title)) } },
                "slow": { _, found in
                    try await release.wait(beyond: 0)
                    found(SearchHit(title: "Salt"))
                },
            ], settings: ["search.timeout": "1min"]
        ) { _, search async throws in
            var replies = search.search(text: "x").makeAsyncIterator()
            #expect(try await replies.next().map(line) == "fast: Tea () ")
            #expect(try await replies.next().map(line) == "fast: Rice () ")
            release.fire()
            #expect(try await replies.next().map(line) == "slow: Salt () ")
            #expect(try await replies.next().map(line) == "nothing: ")
            #expect(try await replies.next() == nil)
        }
    }

    @Test("names the plugins that fail, with the reason, and returns what they found before")
    func failing() async throws {
        try await withSearch([
            "broken": { _, found in
                found(SearchHit(title: "Salt", detail: "old", show: "broken show 1"))
                throw Broken()
            },
            "sound": { _, found in found(SearchHit(title: "Tea")) },
        ]) { _, search async throws in
            #expect(
                try await lines(search.search(text: "x")).sorted() == [
                    "broken: Salt (old) broken show 1", "broken: failed: the index is broken", "sound: Tea () ",
                ])
        }
    }

    @Test("names the plugins that are late, also if they ignore their cancellation, and returns what they found before")
    func late() async throws {
        let (clock, release, begun) = (ManualClock(), Signal(), Signal())
        try await withSearch(
            [
                "late": { _, found in
                    found(SearchHit(title: "Rice"))
                    begun.fire()
                    try await Task { try await release.wait(beyond: 0) }.value
                    found(SearchHit(title: "Too late"))
                },
                "sound": { _, found in
                    found(SearchHit(title: "Tea"))
                    begun.fire()
                },
            ], clock: clock.clock
        ) { _, search async throws in
            async let found = lines(search.search(text: "x"))
            try await begun.wait(beyond: 1)
            try await clock.passNext(.seconds(2))
            let lines = try await found
            #expect(
                lines.sorted() == [
                    "late: Rice () ", "late: late: no complete answer within 2s", "sound: Tea () ",
                ])
            #expect(lines.last == "late: late: no complete answer within 2s")
            release.fire()
        }
    }

    @Test("returns at most the limit of each plugin")
    func limit() async throws {
        try await withSearch(
            [
                "many": { limit, found in
                    for number in 0...limit { found(SearchHit(title: "\(number)")) }
                }
            ], settings: ["search.limit": "3"]
        ) { _, search async throws in
            #expect(try await lines(search.search(text: "x")).count == 3)
            #expect(try await lines(search.search(text: "x", limit: 5)).count == 5)
            for limit in [0, 1_001] {
                await #expect(throws: ServiceError.invalidParameter(parameter: "limit")) {
                    _ = try await lines(search.search(text: "x", limit: limit))
                }
            }
        }
    }

    @Test("returns one empty reply if nothing is found, or no plugin can be searched")
    func nothing() async throws {
        try await withSearch(["empty": { _, _ in }]) { plugins, search async throws in
            #expect(try await lines(search.search(text: "x")) == [])
            try await plugins.stop("empty")
            #expect(try await lines(search.search(text: "x")) == [])
        }
    }

    @Test("rejects invalid texts, and plugins that cannot be searched")
    func rejecting() async throws {
        try await withSearch(["sound": { _, _ in }]) { plugins, search async throws in
            for text in ["", " \n", String(repeating: "x", count: 257), "a\u{1B}b"] {
                await #expect {
                    _ = try await lines(search.search(text: text))
                } throws: { error in
                    if case .invalidText = error as? SearchError { true } else { false }
                }
            }
            await #expect(throws: SearchError.notSearchable(plugin: "sond", searchable: ["sound"])) {
                _ = try await lines(search.search(text: "x", plugins: ["sond"]))
            }
            #expect(try await lines(search.search(text: "  x  ", plugins: ["sound"])) == [])
        }
    }
}
