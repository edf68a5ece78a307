import Testing
import Varlink

@Suite("trellisctl config", .runsPrograms, .timeLimit(.minutes(10)))
struct ConfigCommandTests {
    @Test("shows the source of each value, and the files that have changed")
    func show() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n    history: 30d\n") { workplace in
            try workplace.write("plugins: { items: { timeoutExport: 90 } }\n", to: "trellis.d/export.yaml")
            let wrapper = ["/usr/bin/env", "TRELLIS_CONFIG_CONTROL_BACKLOG=99"]
            _ = try await workplace.withDaemon("--set", "plugins.items.store=memory", under: wrapper) { _ in
                let shown = try await workplace.trellisctl("config", "show")
                let rows = shown.output.split(separator: "\n").map { line in
                    line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
                }
                let main = workplace.path("trellis.yaml")
                #expect(
                    rows == [
                        "KEY VALUE SOURCE",
                        "control.socket \(workplace.socket) --socket",
                        "control.backlog 99 $TRELLIS_CONFIG_CONTROL_BACKLOG",
                        "plugins.items.enabled true \(main):2:3",
                        "plugins.items.store memory --set plugins.items.store",
                        "plugins.items.history 30d \(main):3:14",
                        "plugins.items.timeoutExport 1min 30s \(workplace.path("trellis.d/export.yaml")):1:36",
                    ])
                #expect(shown.error == "")

                try workplace.write("plugins:\n  items:\n", to: "trellis.yaml")
                let changed = try await workplace.trellisctl("config", "show", "plugins.items.history")
                #expect(changed.output.contains("30d"))
                #expect(changed.error.hasPrefix("trellisctl: \(main) has changed since the daemon read it; "))

                let json = try await workplace.trellisctl("config", "show", "--all", "--json")
                let reply = try JSONValue(parsing: json.output)
                #expect(reply["changedFiles"] == [.string(main)])
                let keys = reply["settings"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
                #expect(keys.contains("plugins.movies.tmdb.api.url"))
            }
        }
    }
}
