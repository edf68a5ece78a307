import Notes
import Report
import Testing
import TrellisTesting

@Suite("Report", .timeLimit(.minutes(10)))
struct ReportTests {
    private let plugins = [PluginRegistration(ReportPlugin.self), PluginRegistration(NotesPlugin.self)]

    @Test("summarizes the entries of Notes")
    func summary() async throws {
        try await withPlugins(plugins) { plugins async throws in
            let (notes, report) = (NotesClient(plugins.caller), ReportClient(plugins.caller))
            #expect(try await report.summarize().newest == [])
            for text in ["tea", "salt", "ink", "rope"] { _ = try await notes.add(text: text) }
            let summary = try await report.summarize()
            #expect(summary.count == 4)
            #expect(summary.newest == ["rope", "ink", "salt"])
        }
    }

    @Test("stops before Notes, and starts again with it")
    func stopping() async throws {
        try await withPlugins(plugins) { plugins async throws in
            try await plugins.stop("notes")
            #expect(await plugins["report"].status().state == .waiting)
            try await plugins.start("notes")
            #expect(try await ReportClient(plugins.caller).summarize().count == 0)
        }
    }

    @Test("cannot start while Notes is disabled")
    func disabled() async throws {
        let error = await #expect(throws: (any Error).self) {
            try await withPlugins(plugins, settings: ["notes.enabled": "false"]) { _ in }
        }
        #expect("\(try #require(error))".contains("the plugin report needs notes, which is disabled"))
    }

    @Test("obeys the rules for plugins")
    func conformance() async throws {
        try await PluginConformance(ReportPlugin.self, beside: [PluginRegistration(NotesPlugin.self)]).run()
    }
}
