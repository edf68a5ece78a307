import CommandModel
import Glibc
import HostInterface
import Varlink

/// The command `trellisctl plugin graph`.
struct PluginGraphCommand: BuiltInCommand {
    private let plugin: String?
    private let isDOT: Bool
    private let isMermaid: Bool

    init(_ arguments: ParsedArguments) {
        plugin = arguments.text("plugin")
        (isDOT, isMermaid) = (arguments.has("dot"), arguments.has("mermaid"))
    }

    func run(in session: Session) async throws {
        let isJSON = session.options.format != .people
        guard [isDOT, isMermaid, isJSON].count(where: \.self) <= 1 else {
            throw CommandFailure(EX_USAGE, "--dot, --mermaid and --json exclude each other")
        }
        let format: HostContract.GraphFormat = isDOT ? .dot : isMermaid ? .mermaid : isJSON ? .json : .text
        let host = HostClient(try await session.connect())
        let graphs = try await session.withTimeout {
            var graphs: [String] = []
            for try await reply in host.listScopes(plugin: plugin, format: format) {
                if let graph = reply.graph { graphs.append(graph) }
            }
            return graphs
        }
        for graph in graphs {
            guard format == .json else {
                for line in graph.split(separator: "\n", omittingEmptySubsequences: false) {
                    try StandardOutput.write(line: String(line).escapingControlCharacters)
                }
                continue
            }
            guard let value = try? JSONValue(parsing: graph) else {
                throw CommandFailure(EX_PROTOCOL, "the daemon replied with a graph that is not JSON")
            }
            try StandardOutput.write(value, as: session.options.format)
        }
    }
}
