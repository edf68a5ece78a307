import CommandModel
import Glibc
import HostInterface
import Varlink

/// The command `trellisctl jobs`.
struct JobsCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let client = HostClient(try await session.connect())
        let jobs = try await session.withTimeout { try await Self.jobs(of: client) }
        try await TableOutput.print(
            jobs, columns: ["job", "every", "last", "duration", "next", "outcome"], numbers: ["every", "duration"],
            in: session
        ) { job in
            [
                "\(job.plugin).\(job.name)", job.intervalText, job.last?.began ?? "",
                job.last.map { DurationText.measured(microseconds: $0.microseconds) } ?? "",
                job.running ? "running" : job.next ?? "",
                job.last.map { $0.failure.map { "failed: \($0)" } ?? "succeeded" } ?? "",
            ]
        }
    }

    /// The jobs of all plugins.
    static func jobs(of host: HostClient) async throws -> [HostContract.Job] {
        try await host.listJobs().reduce(into: []) { jobs, reply in jobs += reply.job.map { [$0] } ?? [] }
    }
}

/// The command `trellisctl jobs run`.
struct JobsRunCommand: BuiltInCommand {
    private let name: String

    init(_ arguments: ParsedArguments) { name = arguments.text("job") ?? "" }

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        // The names of plugins have no dots.
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw try await Self.unknownJob(name, host, session) }
        do {
            let run = try await session.showingWait {
                try await session.withTimeout(default: nil) {
                    try await host.runJob(plugin: parts[0], job: parts[1]).run
                }
            }
            guard session.options.format == .people else {
                return try StandardOutput.write(JSONValue(run), as: session.options.format)
            }
        } catch HostError.noSuchJob, HostError.noSuchPlugin {
            throw try await Self.unknownJob(name, host, session)
        }
    }

    private static func unknownJob(_ name: String, _ host: HostClient, _ session: Session) async throws
        -> CommandFailure
    {
        let jobs = try await session.withTimeout { try await JobsCommand.jobs(of: host) }
        let names = jobs.map { "\($0.plugin).\($0.name)" }
        return CommandFailure(
            EX_USAGE, "no job has the name \(name)",
            advice: Suggestion.nearest(to: name, among: names).map { "Did you mean '\($0)'?" }
                ?? "'trellisctl jobs' lists the jobs.")
    }
}

extension HostContract.Job {
    /// The time between two runs, such as `1h`.
    var intervalText: String { DurationText.exact(microseconds: interval) }
}
