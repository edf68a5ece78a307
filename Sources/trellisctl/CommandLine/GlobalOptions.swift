import CommandModel
import Glibc

/// The options that every command has, at any position of the command line.
struct GlobalOptions: Sendable {
    /// The declarations of the options.
    static let parameters: [CommandParameter] = declarations.map { $0.with { $0.isInherited = true } }

    private static let declarations: [CommandParameter] = [
        .option(
            "socket", "PATH",
            """
            The socket of the daemon, or its Varlink address. Default: $TRELLIS_SOCKET, then the socket of \
            the user's own daemon, then that of the system's.
            """
        ).with { $0.completion = .files },
        .option(
            "host", "HOST",
            """
            Run the command on another host, through ssh(1) and 'trellisctl bridge'. HOST is [USER@]NAME[:PORT]. The option may \
            be repeated, and may list several hosts with commas; each line of the output then begins with its host. The word \
            --all before the command stands for all hosts of the cluster ('trellisctl hosts').
            """
        ).with {
            $0.isRepeated = true
            $0.completion = .source(CompletionSource.hosts.rawValue)
        },
        .flag("json", "Print replies and errors as JSON, one object per line."),
        .flag("json-seq", "Print JSON text sequences (RFC 7464): the character 0x1E before each object."),
        .option(
            "timeout", "SECONDS",
            """
            The time to wait for a reply. Default: 30 for a call with one reply, unlimited for a stream and \
            for 'reload'. Time that the reader of the output takes does not count. A unit can follow: 500ms, 1min.
            """),
        .flag("full", "Do not truncate or hide columns."),
    ]

    /// The word before a command that runs on all hosts of the cluster.
    static let allHosts = "--all"

    /// The path of the control socket, or its Varlink address.
    var socket: String?

    /// The hosts on which the command runs; empty for this machine.
    var hosts: [RemoteHost] = []

    /// Whether the command runs on all hosts of the cluster.
    var isForAllHosts = false

    /// The format of replies and errors.
    var format = OutputFormat.people

    /// The time to wait for a reply; nil for the default of the call.
    var timeout: Duration?

    /// Whether columns are neither truncated nor hidden.
    var full = false

    /// The complete command line, for messages.
    private(set) var line: [String] = []

    /// Creates the default options.
    init() {}

    /// Removes the options from a command line.
    ///
    /// Words after `--` are not parsed.
    ///
    /// - Parameters:
    ///   - arguments: The command line, without the program's name. The options are removed from it.
    ///   - defaults: The values of options that are not on the command line. Default: the default options.
    /// - Throws: `CommandLineError` when the value of an option is missing or invalid.
    init(takingFrom arguments: inout [String], defaults: GlobalOptions = GlobalOptions()) throws(CommandLineError) {
        self = defaults
        line = arguments
        let parsed = try CommandParser(Self.parameters, line: line).extract(from: &arguments)
        if let socket = parsed.text("socket") { self.socket = socket }
        if parsed.has("host") { hosts = try RemoteHost.list(parsed.texts("host")) }
        if let timeout = parsed.text("timeout") { self.timeout = try Self.seconds(timeout) }
        if parsed.has("full") { full = true }
        try parsed.checkConflicts([["json", "json-seq"]])
        try takeAllHosts(from: &arguments)
        if parsed.has("json") { format = .json }
        if parsed.has("json-seq") { format = .jsonSequence }
    }

    /// Removes the word `--all` before the command.
    ///
    /// The parameters of a command can have this name, too.
    private mutating func takeAllHosts(from arguments: inout [String]) throws(CommandLineError) {
        guard arguments.first == Self.allHosts else { return }
        guard hosts.isEmpty else {
            throw CommandLineError(
                .conflict, "--all and --host exclude each other",
                advice: "Omit one of them: --all stands for every host.")
        }
        arguments.removeFirst()
        isForAllHosts = true
    }

    private static func seconds(_ text: String) throws(CommandLineError) -> Duration {
        // The configuration has durations with units, so the option accepts one unit, too.
        let units = [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3_600)]
        let unit = units.first { text.hasSuffix($0.0) } ?? ("", 1)
        guard let number = Double(text.dropLast(unit.0.count)), case let seconds = number * unit.1, seconds > 0,
            seconds < 1e9
        else {
            throw .invalidValue(
                text, for: "--timeout", expected: "a positive number of seconds, such as 2, 0.5, 500ms or 1min")
        }
        return .seconds(seconds)
    }
}
