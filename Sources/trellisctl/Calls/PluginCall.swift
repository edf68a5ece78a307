import CommandModel
import Glibc
import Varlink

/// A call of a plugin's method, as the command line specifies it.
struct PluginCall: Sendable {
    /// The called method.
    let method: PluginMethod

    /// Reads the parameters from the words.
    let reader: ParameterReader

    /// The options that every command of a plugin has.
    let options: CallOptions

    /// The parsed words of the command line, with the parameters.
    let words: ParsedArguments

    /// The context of the command.
    let session: Session

    /// Prepares a call.
    ///
    /// - Parameters:
    ///   - reader: Reads the parameters of the method.
    ///   - words: The words after the command.
    ///   - session: The context of the command.
    /// - Throws: `CommandLineError` when options are invalid or exclude each other.
    init(_ reader: ParameterReader, words: [String], in session: Session) throws(CommandLineError) {
        self.reader = reader
        self.words = try reader.parse(words)
        self.session = session
        method = reader.command
        options = try CallOptions(self.words)
        let streaming = method.method.streaming
        if options.oneway, streaming == .required {
            throw CommandLineError(
                .conflict, "'\(method.command)' sends several replies and cannot be called with --oneway")
        }
        if options.follow, streaming == .never {
            throw CommandLineError(
                .conflict, "'\(method.command)' sends one reply and cannot be called with --follow")
        }
        try Self.checkHosts(options, session.options.hosts)
        guard !session.isShell || options.input != "-" && options.parameters != "-" else {
            throw CommandLineError(
                .conflict, "'-' is not available in a shell, which reads its commands from standard input",
                advice: "Replace '-' with the name of a file, or with the JSON.")
        }
    }

    /// Rejects a file or an input that several hosts would share.
    private static func checkHosts(_ options: CallOptions, _ hosts: [RemoteHost]) throws(CommandLineError) {
        guard hosts.count > 1 else { return }
        guard options.input != "-", options.parameters != "-" else {
            throw CommandLineError(
                .conflict, "standard input cannot be sent to several hosts",
                advice: "Replace '-' with the name of a file, or with the JSON.")
        }
        guard options.output == nil || options.output == "-" else {
            throw CommandLineError(
                .conflict, "--output writes one file, which several hosts cannot share",
                advice: "Use --output -, or run the command once for each host.")
        }
    }

    /// Whether the call requests several replies.
    var isStream: Bool {
        options.more || options.follow || method.method.streaming == .required
    }
}
