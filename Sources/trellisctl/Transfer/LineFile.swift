import Glibc
import Varlink

/// Writes the replies of a command as JSON lines.
///
/// A line is a reply; of replies with one field its value, which is what `--input` takes; and of one reply whose only field
/// is a list, an element. The empty reply of a listing that found nothing is no line.
struct LineFile: Sendable {
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
    ///   - path: Where they go; `-` is standard output. A file appears under its name when it is complete, and not before.
    ///   - parameters: The parameters of the call.
    ///   - connection: The connection to make it on.
    /// - Throws: ``CommandFailure``, ``OutputClosed``; what the call throws.
    func write(to path: String, _ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        if path == "-" {
            return try await StandardOutput.whileItIsRead { try await transfer(to: path, parameters, by: connection) }
        }
        // Opening a pipe, and writing to it, waits for its reader and can't be cancelled: a signal shall end the process then.
        guard call.session.shared == nil, !FileSink.isWrittenInPlace(path) else {
            return try await transfer(to: path, parameters, by: connection)
        }
        // What was written so far is removed before the process ends. A shell does the like for all of its commands.
        try await Interruption.cancelling(on: [SIGINT, SIGTERM, SIGHUP]) {
            try await transfer(to: path, parameters, by: connection)
        }
    }

    private func transfer(to path: String, _ parameters: JSONObject, by connection: VarlinkConnection) async throws {
        let sink: any LineSink = path == "-" ? StandardOutputSink() : try FileSink(path: path)
        let name = call.method.qualifiedName
        let count: Int
        if call.isStream {
            count = try await call.session.withReplyTimeout { clock in
                var progress = Progress()
                defer { progress.clear() }
                var count = 0
                for try await reply in connection.stream(name, parameters) {
                    clock.note()
                    count += try write(reply, to: sink)
                    progress.show(count)
                }
                return count
            }
        } else {
            count = try write(
                try await call.session.withTimeout { try await connection.call(name, parameters) }, to: sink)
        }
        try sink.finish()
        if path != "-", call.session.options.format == .people {
            try StandardOutput.write(line: "\(count) \(count == 1 ? "line" : "lines") written to \(path)")
        }
    }

    private func write(_ reply: JSONObject, to sink: any LineSink) throws -> Int {
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
        for value in values { try sink.write(line: value.formatted(.compact)) }
        return values.count
    }
}

/// What takes lines.
private protocol LineSink: Sendable {
    func write(line: String) throws
    func finish() throws
}

/// Writes lines to standard output.
private struct StandardOutputSink: LineSink {
    func write(line: String) throws { try StandardOutput.write(line: line) }
    func finish() throws {}
}

extension FileSink: LineSink {}
