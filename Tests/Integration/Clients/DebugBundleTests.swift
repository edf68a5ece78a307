import Foundation
import Testing
import Varlink

/// `trellisctl debug bundle` with a daemon in a separate process.
@Suite("trellisctl debug bundle", .runsPrograms, .timeLimit(.minutes(10)))
struct DebugBundleTests {
    private static let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    private static let key = "0123456789abcdef0123456789abcdef"
    private static let title = "Present for Alice"

    private static let configuration = """
        # The token is \(token).
        log: { level: trace }
        plugins:
          items:
          issues: { baseURL: 'http://127.0.0.1:1', timeout: 1s }
          movies:
            source: tmdb
            tmdb:
              api: { url: 'http://127.0.0.1:1', attempts: 1, timeout: 1s }
              images: { url: 'http://127.0.0.1:1' }

        """

    @Test("contains neither credentials nor data of users")
    func secrets() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try workplace.write(Self.token, to: "credentials/issues.token")
            try workplace.write(Self.key, to: "credentials/movies.tmdb")
            let wrapper = [
                "/usr/bin/env", "CREDENTIALS_DIRECTORY=\(workplace.path("credentials"))", "GITHUB_TOKEN=\(Self.token)",
                "TRELLIS_KEY=\(Self.key)", "TRELLIS_CONFIG_PLUGINS_ITEMS_HISTORY=3d",
            ]
            try await workplace.withDaemon(under: wrapper) { _ in
                try workplace.write(Self.token, to: "state/issues/token")
                try workplace.write(Self.token, to: "trellis.d.old/50.yaml")
                // Makes calls that succeed, that fail, and that use unavailable servers.
                for words in [
                    ["items", "add", Self.title, "1"], ["items", "delete", Self.token], ["issues", "who-am-i"],
                    ["issues", "repos"], ["movies", "search", Self.title], ["movies", "home"],
                    ["call", "io.trellis.Items.Add", "{\"title\":\"\(Self.title)\"}"],
                ] {
                    _ = try await Workplace.run(
                        Programs.path(of: "trellisctl"), words, variables: ["TRELLIS_SOCKET": workplace.socket])
                }
                let created = try await workplace.trellisctl(
                    "debug", "bundle", workplace.path("b.tar.gz"), "--timeout", "60")
                #expect(created.status == 0, "\(created)")
                let unpacked = try await workplace.shell(
                    "mkdir \"$FOLDER/b\" && tar -xzf \"$FOLDER/b.tar.gz\" -C \"$FOLDER/b\" --strip-components 1")
                #expect(unpacked.error == "")
                for secret in [Self.token, Self.key, Self.title] {
                    #expect(!created.output.contains(secret))
                    let found = try await workplace.shell("grep -rF '\(secret)' \"$FOLDER/b\"")
                    #expect(found.output == "")
                    #expect(found.status == 1)
                }

                // Checks that the bundle is complete, because an empty bundle contains no secrets either.
                func json(_ name: String) throws -> JSONValue {
                    try JSONValue(parsing: String(decoding: try workplace.contents(of: "b/\(name)"), as: UTF8.self))
                }
                let manifest = try json("manifest.json")
                let missing = (manifest["members"]?.arrayValue ?? []).filter { $0["missing"] != nil }
                #expect(missing.compactMap { $0["name"]?.stringValue } == ["units.json"])
                let variables = try json("environment.json")
                #expect(variables["GITHUB_TOKEN"] == "***")
                #expect(variables["TRELLIS_KEY"] == "***")
                #expect(variables["TRELLIS_CONFIG_PLUGINS_ITEMS_HISTORY"] == "3d")
                let settings = try json("configuration.json")["settings"]?.arrayValue ?? []
                let url = settings.first { $0["key"] == "plugins.issues.baseURL" }
                #expect(url?["value"] == "http://127.0.0.1:1")
                #expect(url?["source"] == "file")
                let calls = try json("audit.json")["calls"]?.arrayValue ?? []
                #expect(calls.contains { $0["method"] == "io.trellis.Items.Add" && $0["outcome"] == "done" })
                let log = try workplace.contents(of: "b/log.jsonl")
                #expect(log.split(separator: UInt8(ascii: "\n")).count > 5)
                let scopes = String(decoding: try workplace.contents(of: "b/scopes.txt"), as: UTF8.self)
                for plugin in ["items", "issues", "movies"] { #expect(scopes.contains("root/\(plugin) (open)\n")) }
                let files = String(decoding: try workplace.contents(of: "b/files.txt"), as: UTF8.self)
                #expect(files.contains("/state/issues/token\n"))
            }
        }
    }
}
