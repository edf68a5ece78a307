import CommandModel
import Varlink

extension PluginCall {
    /// Makes the call and prints its replies.
    ///
    /// - Parameter connection: The connection to the daemon.
    /// - Throws: `CommandLineError` when a parameter is invalid; ``OutputClosed`` when the reader of the output closes
    ///   it; ``CommandFailure`` when a file cannot be read or written, or a reply takes too long; the error of the
    ///   call.
    func run(by connection: VarlinkConnection) async throws {
        let base = try await givenParameters()
        if let input = options.input {
            try await JSONLinesInput(self, reader: reader, base: base).run(from: input, by: connection)
            return
        }
        let parameters = try reader.parameters(from: words, base: base)
        if options.oneway {
            try await session.withTimeout { try await connection.send(method.qualifiedName, parameters) }
            // The call is in the socket's buffer, so a connection that no other command uses can be closed.
            if !session.isShell { await session.connection.closeAfterSending() }
        } else if let output = options.output {
            try await JSONLinesOutput(self).write(to: output, parameters, by: connection)
        } else if isStream {
            try await printStream(parameters, by: connection)
        } else {
            let reply = try await session.withTimeout { try await connection.call(method.qualifiedName, parameters) }
            let note = StaleNote(of: method.method, on: session.display)
            try await SingleReplyPrinter.print(
                reply, with: note.fields, in: method.interface, format: session.options.format, display: session.display
            )
            note.write(for: reply, format: session.options.format)
        }
    }

    private func printStream(_ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        let display = session.display
        let (note, format) = (StaleNote(of: method.method, on: display), session.options.format)
        let columns = ReplyColumns(of: note.fields, in: method.interface, isLocalTime: display.isTerminal)
        let printer = ReplyPrinter(columns: columns, format: format, display: display)
        try await StandardOutput.whileItIsRead {
            try await session.withReplyTimeout { clock in
                try await printer.print { print in
                    try await clock.counting {
                        if options.follow {
                            let follower = StreamFollower(method, parameters, in: session)
                            try await follower.run(from: connection) { reply in
                                note.write(for: reply, format: format)
                                try await clock.pausing { try await print(reply) }
                            }
                        } else {
                            for try await reply in connection.stream(method.qualifiedName, parameters) {
                                note.write(for: reply, format: format)
                                try await clock.pausing { try await print(reply) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the parameters of the option `--parameters`.
    private func givenParameters() async throws -> JSONObject {
        guard let text = options.parameters else { return JSONObject() }
        var json = text
        if text == "-" {
            let input = try LineReader(path: "-")
            var lines: [String] = []
            while let line = try await input.next() { lines.append(line.text) }
            json = lines.joined(separator: "\n")
        }
        return try ParameterObject.parse(json)
    }
}
