import Testing
import Varlink

/// The commands in the README of Search, run with the installed programs.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct SearchCommandTests {
    @Test("searches all plugins, and the shown commands show the objects")
    func commands() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n  movies:\n  search:\n") { workplace in
            try await workplace.withDaemon { _ in
                #expect(try await workplace.trellisctl("items", "add", "Heat pump", "2").status == 0)
                let found = try await workplace.trellisctl("search", "heat")
                #expect(found.status == 0, "\(found.error)")
                let lines = found.output.split(separator: "\n")
                #expect(lines.first?.split(separator: " ").prefix(4) == ["PLUGIN", "TITLE", "DETAIL", "SHOW"])
                #expect(lines.contains { $0.hasPrefix("movies ") })
                #expect(lines.contains { $0.hasPrefix("items ") && $0.contains("Heat pump") })

                let only = try await workplace.trellisctl("search", "heat", "--plugins", "items", "--json")
                let replies = try only.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
                // The last reply is empty.
                #expect(replies.map { $0.objectValue?["plugin"]?.stringValue } == ["items", nil])
                let show = try #require(replies.first?.objectValue?["show"]?.stringValue)
                let shown = try await workplace.shell("\"$TRELLISCTL\" \(show)")
                #expect(shown.output.contains("Heat pump"), "\(shown.output)")
                let unknown = try await workplace.trellisctl("search", "heat", "--plugins", "notes")
                #expect(unknown.status != 0)
                #expect(unknown.error.contains("io.trellis.Search.NotSearchable"), "\(unknown.error)")
                let why = try await workplace.trellisctl("plugin", "why", "search")
                #expect(why.output.contains("items (running), movies (running)"), "\(why.output)")
            }
        }
    }
}
