import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl inject`.
struct InjectCommand: BuiltInCommand {
    private let failpoint: String?
    private let terms: String?

    init(_ arguments: ParsedArguments) {
        failpoint = arguments.text("failpoint")
        terms = arguments.text("terms")
    }

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        let name = failpoint
        if let name, let terms {
            _ = try await session.withTimeout { try await host.inject(failpoint: name, terms: terms) }
            return
        }
        let points = try await session.withTimeout { try await Self.failpoints(of: host) }
        let shown = points.filter { name == nil || $0.name == name }
        if let name, shown.isEmpty {
            let suggestion = Suggestion.nearest(to: name, among: points.map(\.name))
            throw HostError.noSuchFailpoint(failpoint: name, suggestion: suggestion)
        }
        try await TableOutput.print(shown, columns: ["failpoint", "terms", "hits"], numbers: ["hits"], in: session) {
            [$0.name, $0.terms ?? "off", "\($0.hits)"]
        }
    }

    /// The failpoints of the daemon, sorted by name.
    static func failpoints(of host: HostClient) async throws -> [HostContract.Failpoint] {
        var points: [HostContract.Failpoint] = []
        for try await reply in host.listFailpoints() { if let point = reply.failpoint { points.append(point) } }
        return points
    }
}
