import Glibc
import Testing

@Suite("trellisctl plugin graph", .timeLimit(.minutes(2)))
struct PluginGraphCommandTests {
    @Test(
        "prints the graph in the requested format",
        arguments: [
            ([], "sample (open)\n└─ Sample\n"),
            (["--json"], "{\"root\":{\"path\":\"sample\"}}\n"),
            (["--dot"], "digraph scopes {}\n"),
            (["--mermaid"], "flowchart LR\n"),
        ])
    func formats(options: [String], output: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plugin", "graph", "sample"] + options, variables: daemon.variables)
            #expect(result == .init(status: EX_OK, output: output, error: ""))
        }
    }

    @Test("rejects more than one format")
    func conflict() async throws {
        let result = try await Program.run(
            ["plugin", "graph", "--dot", "--mermaid"], variables: ["TRELLIS_SOCKET": "/nonexistent/socket"])
        #expect(result.status == EX_USAGE)
        #expect(result.error == "trellisctl: --dot, --mermaid and --json exclude each other\n")
    }
}
