import Foundation
import Testing

/// `trellisd --demo`.
@Suite("Demo", .runsPrograms, .timeLimit(.minutes(10)))
struct DemoTests {
    @Test("serves sample data of every plugin without a configuration, and removes its files when it ends")
    func data() async throws {
        try await Workplace.with { workplace in
            try workplace.write("", to: "tmp/other")
            let outcome = try await workplace.withDaemon(
                arguments: ["--demo", "--socket", workplace.socket],
                under: ["/usr/bin/env", "TMPDIR=\(workplace.path("tmp"))"]
            ) { _ in
                #expect(try workplace.names(in: "tmp").count == 2)
                func output(_ words: String...) async throws -> String {
                    let result = try await workplace.shell("\"$TRELLISCTL\" \(words.joined(separator: " "))")
                    #expect(result.status == 0, "\(words): \(result.error)")
                    return result.output
                }
                #expect(try await output("items", "list").contains("Green tea"))
                #expect(try await output("items", "add", "Tea", "1").contains("Tea"))
                #expect(try await output("movies", "search", "light").contains("Winter Light on Oskedal"))
                #expect(try await output("issues", "who-am-i").contains("juniper"))
                #expect(try await output("issues", "issues", "juniper/tea-timer").contains("A light theme"))
                #expect(try await output("issues", "create", "juniper/tea-timer", "Louder").contains("5"))
                let found = try await output("search", "light", "--json")
                for plugin in ["items", "movies", "issues"] { #expect(found.contains(#""plugin":"\#(plugin)""#)) }
                #expect(try await output("digest", "history").isEmpty == false)
                #expect(try await output("config", "show", "plugins.items.store").contains("--demo"))
                #expect(try await output("plugin", "disable", "movies").isEmpty == false)
            }
            #expect(outcome.status == 0)
            #expect(try workplace.names(in: "tmp") == ["other"])
            #expect(try workplace.names() == ["trellis.yaml", "tmp"])
        }
    }

    @Test("removes the files of a demo that was killed")
    func killed() async throws {
        try await Workplace.with { workplace in
            try workplace.write("", to: "tmp/other")
            let arguments = ["--demo", "--socket", workplace.socket]
            let wrapper = ["/usr/bin/env", "TMPDIR=\(workplace.path("tmp"))"]
            let killed = try await workplace.withDaemon(arguments: arguments, under: wrapper) { $0.send(SIGKILL) }
            #expect(killed.status == 128 + SIGKILL)
            #expect(try workplace.names(in: "tmp").count == 2)
            let next = try await workplace.withDaemon(arguments: arguments, under: wrapper) { _ in
                try workplace.names(in: "tmp").count
            }
            #expect(next.status == 0 && next.value == 2)
            #expect(try workplace.names(in: "tmp") == ["other"])
        }
    }

    @Test("a configuration file is read only if it is named")
    func configuration() async throws {
        try await Workplace.with(configuration: "log:\n  level: error\n") { workplace in
            let checked = try await Workplace.run(Programs.path(of: "trellisd"), ["--check", "--demo"])
            #expect(
                checked.output
                    == "the default configuration is valid; enabled plugins: "
                    + "dashboard, issues, items, metrics, movies, search, digest, summaries\n"
            )
            let named = try await Workplace.run(
                Programs.path(of: "trellisd"), ["--check", "--demo", "--config", workplace.path("trellis.yaml")])
            let file = workplace.path("trellis.yaml")
            #expect(named.output.hasPrefix("\(file) is valid; enabled plugins: dashboard, issues, "))
        }
    }
}
