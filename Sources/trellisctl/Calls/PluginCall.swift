import Glibc
import Varlink

/// A call of a plugin's method, as the options of the line have it.
struct PluginCall: Sendable {
    /// The method.
    let method: PluginMethod

    /// What the options say that every command of a plugin has.
    let options: CallOptions

    /// The words that parameters are read from.
    let words: [String]

    /// The options of the line, and the way to the daemon.
    let session: Session

    /// Prepares a call.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - options: What the options say that every command of a plugin has.
    ///   - words: The words that parameters are read from.
    ///   - session: The options of the line, and the way to the daemon.
    init(_ method: PluginMethod, options: CallOptions, words: [String], in session: Session) {
        self.method = method
        self.options = options
        self.words = words
        self.session = session
    }

    /// Makes the call and prints its replies.
    ///
    /// - Parameter connection: The connection to make it on.
    /// - Throws: ``CommandFailure``, ``OutputClosed``; what a call throws.
    func run(by connection: VarlinkConnection) async throws {
        try await method.explainingRefusals { try await make(by: connection) }
    }

    private func make(by connection: VarlinkConnection) async throws {
        try refuseStandardInputInShell()
        if options.oneway, method.method.streaming == .required {
            throw CommandFailure(
                EX_USAGE, "'\(method.command)' gives one reply after another, and can't be called without taking them",
                advice: "Leave --oneway out.")
        }
        let reader = ParameterReader(method, line: session.options.line)
        let base = try await givenParameters()
        if let input = options.input {
            try await LineFeed(self, reader: reader, base: base).run(from: input, by: connection)
            return
        }
        let parameters = try reader.parameters(from: words, base: base)
        if options.follow && method.method.streaming == .never {
            throw CommandFailure(EX_USAGE, "'\(method.command)' gives one reply, and there is nothing to follow")
        }
        if options.oneway {
            try await session.withTimeout { try await connection.send(method.qualifiedName, parameters) }
            // What was written is on its way; a connection of this line alone ends in order.
            if session.shared == nil { await connection.close() }
        } else if let output = options.output {
            try await LineFile(self).write(to: output, parameters, by: connection)
        } else if isStream {
            try await printStream(parameters, by: connection)
        } else {
            let reply = try await session.withTimeout { try await connection.call(method.qualifiedName, parameters) }
            try await RecordPrinter.print(
                reply, of: method.method, in: method.interface, format: session.options.format, display: session.display
            )
        }
    }

    /// Whether the call is made with `more`.
    var isStream: Bool {
        options.more || options.follow || method.method.streaming == .required
    }

    private func printStream(_ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        let display = session.display
        let columns = ReplyColumns(
            of: method.method.reply, in: method.interface, isLocalTime: display.isTerminal)
        let printer = ReplyPrinter(columns: columns, format: session.options.format, display: display)
        try await StandardOutput.whileItIsRead {
            try await session.withReplyTimeout { clock in
                try await printer.print { print in
                    try await clock.counting {
                        if options.follow {
                            let follower = StreamFollower(method, parameters, in: session)
                            try await follower.run(from: connection) { reply in
                                try await clock.pausing { try await print(reply) }
                            }
                        } else {
                            for try await reply in connection.stream(method.qualifiedName, parameters) {
                                try await clock.pausing { try await print(reply) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The parameters that `--parameters` gives.
    private func givenParameters() async throws -> JSONObject {
        guard let text = options.parameters else { return JSONObject() }
        var json = text
        if text == "-" {
            let input = try LineSource(path: "-")
            var lines: [String] = []
            while let line = try await input.next() { lines.append(line.text) }
            json = lines.joined(separator: "\n")
        }
        return try ParameterObject.parse(json)
    }

    private func refuseStandardInputInShell() throws {
        guard session.shared != nil, options.input == "-" || options.parameters == "-" else { return }
        throw CommandFailure(EX_USAGE, "standard input is where the shell reads commands; name a file, or give JSON")
    }
}
