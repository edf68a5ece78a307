import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl calls`.
struct CallsCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let client = HostClient(try await session.connect())
        let calls = try await session.withTimeout {
            try await client.listCalls().reduce(into: []) { calls, reply in calls += reply.call.map { [$0] } ?? [] }
        }
        try await TableOutput.print(
            calls, columns: ["age", "method", "kind", "user", "pid", "via", "connection"], numbers: ["age"], in: session
        ) { call in
            [
                DurationText.measured(microseconds: call.microseconds), call.method, call.stream ? "stream" : "",
                call.user ?? "\(call.uid)", "\(call.pid)", call.via ?? "", call.connection,
            ]
        }
    }
}
