import Foundation
import Testing

/// The instances that the daemon provides to all plugins.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct RootTests {
    @Test("the pool of HTTP clients is in the root, where Issues finds it")
    func clients() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.withDaemon("--set", "plugins.issues.enabled=true") { _ in
                let graph = try await workplace.trellisctl("plugin", "graph", "issues")
                #expect(graph.status == 0)
                // Without a pool, the line would end with `: nothing`.
                #expect(graph.output.contains("needs HTTPClientPool? of root\n"), "\(graph.output)")
                let root = try await workplace.trellisctl("plugin", "graph", "root")
                #expect(root.output.hasPrefix("root (open)\n"), "\(root.output)")
                #expect(root.output.contains("─ HTTPClientPool"), "\(root.output)")
            }
        }
    }

    @Test("config show has root.http.authorities, whose file is read at the start")
    func authorities() async throws {
        try await Workplace.with { workplace in
            let file = workplace.folder.appending(path: "own.pem").path
            try "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n".write(
                toFile: file, atomically: true, encoding: .utf8)
            _ = try await workplace.withDaemon("--set", "root.http.authorities=\(file)") { _ in
                let shown = try await workplace.trellisctl("config", "show", "root.http.authorities")
                #expect(shown.output.contains(file), "\(shown.output)")
            }
        }
    }
}
