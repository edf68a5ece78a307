import CommandModel
import ContractCommands
import Glibc
import Varlink

/// Writes the replies of a command as JSON lines.
///
/// Each line is a reply. If replies have only one field, a line is the value of this field, in the format of `--input`.
/// If the field is a list, a line is an element of it. The empty reply of a listing without results has no line.
struct JSONLinesOutput: Sendable {
    private let call: PluginCall
    private let note: StaleNote

    /// Creates the output of a call.
    ///
    /// - Parameter call: The call of the command line.
    init(_ call: PluginCall) {
        self.call = call
        note = StaleNote(of: call.method.method, on: call.session.display)
    }

    /// Makes the call and writes its replies.
    ///
    /// - Parameters:
    ///   - path: The path of the file; `-` is standard output. The file is created or replaced when it is complete.
    ///   - parameters: The parameters of the call.
    ///   - connection: The connection on which the call is made.
    /// - Throws: ``CommandFailure`` when the file cannot be written, or a reply takes too long; ``OutputClosed`` when
    ///   the reader of the output closes it; the error of the call.
    func write(to path: String, _ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        if path == "-" {
            return try await StandardOutput.whileItIsRead { try await transfer(to: path, parameters, by: connection) }
        }
        // In a shell, signals already cancel every command.
        guard !call.session.isShell else { return try await transfer(to: path, parameters, by: connection) }
        // A signal cancels the transfer, which removes the incomplete file.
        try await Interruption.cancelling(on: Interruption.endingSignals) {
            try await transfer(to: path, parameters, by: connection)
        }
    }

    private func transfer(to path: String, _ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        let sink: any LineSink = path == "-" ? StandardOutputSink() : try await AtomicFile(path: path)
        let name = call.method.qualifiedName
        // The lines themselves show the progress on a terminal.
        let showsProgress = path != "-" || !StandardOutput.isTerminal
        let count: Int
        if call.isStream {
            count = try await call.session.withReplyTimeout { clock in
                var progress = ProgressLine(of: .lines, showsProgress ? call.session.progressOutput : nil)
                defer { progress.clear() }
                var count = 0
                return try await clock.counting {
                    for try await reply in connection.stream(name, parameters) {
                        try await clock.pausing {
                            count += try await write(reply, to: sink)
                            progress.show(count)
                        }
                    }
                    return count
                }
            }
        } else {
            count = try await write(
                try await call.session.withTimeout { try await connection.call(name, parameters) }, to: sink)
        }
        try await sink.finish()
        if path != "-", call.session.options.format == .people {
            try StandardOutput.write(line: "\(count) \(count == 1 ? "line" : "lines") written to \(path)")
        }
    }

    private func write(_ reply: JSONObject, to sink: any LineSink) async throws -> Int {
        var values: [JSONValue] = []
        note.write(for: reply, format: call.session.options.format)
        let fields = note.fields
        if let field = fields.first, fields.count == 1 {
            guard let value = reply[field.name], value != .null else { return 0 }
            if case .list = call.method.interface.resolve(field.type) {
                values = value.arrayValue ?? []
            } else {
                values = [value]
            }
        } else if reply.members.contains(where: { $0.value != .null }) {
            values = [.object(reply)]
        }
        for value in values { try await sink.write(line: value.formatted(.compact)) }
        return values.count
    }
}

/// A destination of lines.
private protocol LineSink: Sendable {
    func write(line: String) async throws
    func finish() async throws
}

/// Writes lines to standard output.
private struct StandardOutputSink: LineSink {
    func write(line: String) throws { try StandardOutput.write(json: line) }
    func finish() throws {}
}

extension AtomicFile: LineSink {}
