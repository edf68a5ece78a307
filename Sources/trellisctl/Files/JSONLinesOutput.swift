import Glibc
import Varlink

/// Writes the replies of a command as JSON lines.
///
/// A line is a reply; of replies with one field its value, which is what `--input` takes; and of one reply whose only
/// field is a list, an element. The empty reply of a listing that found nothing is no line.
struct JSONLinesOutput: Sendable {
    private let call: PluginCall

    /// Prepares to write replies.
    ///
    /// - Parameter call: The call.
    init(_ call: PluginCall) {
        self.call = call
    }

    /// Makes the call and writes its replies.
    ///
    /// - Parameters:
    ///   - path: Where they go; `-` is standard output. A file appears under its name when it is complete, and not
    ///     before.
    ///   - parameters: The parameters of the call.
    ///   - connection: The connection to make it on.
    /// - Throws: ``CommandFailure``, ``OutputClosed``; what the call throws.
    func write(to path: String, _ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        if path == "-" {
            return try await StandardOutput.whileItIsRead { try await transfer(to: path, parameters, by: connection) }
        }
        // A shell cancels all of its commands by signals.
        guard call.session.shared == nil else { return try await transfer(to: path, parameters, by: connection) }
        // What was written so far is removed before the process ends.
        try await Interruption.cancelling(on: [SIGINT, SIGTERM, SIGHUP].filter { !SignalTrap.isIgnored($0) }) {
            try await transfer(to: path, parameters, by: connection)
        }
    }

    private func transfer(to path: String, _ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        let sink: any LineSink = path == "-" ? StandardOutputSink() : try await AtomicFile(path: path)
        let name = call.method.qualifiedName
        let count: Int
        if call.isStream {
            count = try await call.session.withReplyTimeout { clock in
                var progress = TransferProgress()
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
        let fields = call.method.method.reply
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

/// What takes lines.
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
