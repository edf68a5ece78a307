import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl plugin why`.
struct PluginWhyCommand: BuiltInCommand {
    private let plugin: String

    init(_ arguments: ParsedArguments) { plugin = arguments.text("plugin") ?? "" }

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        let reply = try await session.withTimeout { try await host.explainPlugin(plugin: plugin) }
        guard session.options.format == .people else {
            return try StandardOutput.write(JSONValue(reply), as: session.options.format)
        }
        let isLocalTime = session.display.isTerminal
        try FieldPrinter.print(
            Self.lines(of: reply, isLocalTime: isLocalTime).map { ($0, $1.escapingControlCharacters) })
        guard !reply.events.isEmpty else { return }
        try StandardOutput.write(line: "")
        for event in reply.events { try StandardOutput.write(line: EventLine.text(event, isLocalTime: isLocalTime)) }
    }

    private static func meaning(ofGrant grant: String) -> String {
        grant == "userCalls" ? "userCalls: it makes calls in the name of the users who called it" : grant
    }

    private static func text(of job: HostContract.Job, _ time: (String) -> String) -> String {
        var parts = ["\(job.name) every \(job.intervalText)"]
        if let last = job.last {
            parts.append(
                (last.failure.map { "failed at \(time(last.began)): \($0)" }) ?? "last run \(time(last.began))")
        }
        if job.running {
            parts.append("running")
        } else if let next = job.next {
            parts.append("next run \(time(next))")
        }
        return parts.joined(separator: ", ")
    }

    /// The lines of an explanation: a heading and a value each.
    static func lines(
        of reply: HostContract.ExplainPluginReply, isLocalTime: Bool
    ) -> [(heading: String, value: String)] {
        func time(_ text: String) -> String { isLocalTime ? TimeText.local(text) ?? text : text }
        func list(_ plugins: [HostContract.PluginCondition]) -> String {
            plugins.map { "\($0.name) (\($0.state.phrase(with: $0.override)))" }.joined(separator: ", ")
        }
        let (condition, setting) = (reply.condition, reply.enabled)
        // The reason of a failure contains its remedy.
        let remedy = condition.state == .failed ? nil : condition.state.advice(plugin: condition.name)
        let source = setting.location ?? setting.source.rawValue
        let lines: [(heading: String, value: String)] = [
            ("plugin", condition.name),
            ("state", "\(condition.state.text(with: condition.override)), since \(time(condition.since))"),
            ("reason", condition.reason ?? ""),
            ("cause", reply.obstacles.last.map { "\($0.name) \($0.state.predicate(reason: $0.reason))" } ?? ""),
            ("remedy", remedy.map { String($0.dropLast()) } ?? ""),
            ("next start", condition.nextStart.map(time) ?? ""),
            ("enabled", "\(setting.value ?? "false") (\(source))"),
            ("required", reply.required ? "yes: the daemon stops if the plugin fails and is not started again" : "no"),
            ("requires", list(reply.requires)),
            ("required by", list(reply.requiredBy)),
            ("extends", list(reply.extends ?? [])),
            ("extended by", list(reply.extendedBy ?? [])),
            ("jobs", (reply.jobs ?? []).map { Self.text(of: $0, time) }.joined(separator: "; ")),
            ("grants", (reply.grants ?? []).map(Self.meaning(ofGrant:)).joined(separator: ", ")),
        ]
        return lines.filter { !$0.value.isEmpty }
    }
}
