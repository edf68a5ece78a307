import Glibc
import Varlink

/// Feeds JSON lines to a command: as elements of the list that it needs, many a call, or where it needs none as the
/// parameters of a call each.
struct JSONLinesInput {
    /// How many bytes of elements one call passes on at the most, so that it stays well below what a daemon takes for a
    /// message.
    private static let batchSize = 262_144

    private let call: PluginCall
    private let reader: ParameterReader
    private let base: JSONObject

    /// The list that is fed; nil when each line has the parameters of a call.
    private let list: ParameterOption?

    /// Prepares to feed a command.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - reader: Reads the words of the line.
    ///   - base: Parameters that are given already.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when the command needs more than one list, or gives a stream.
    init(_ call: PluginCall, reader: ParameterReader, base: JSONObject) throws {
        self.call = call
        self.reader = reader
        self.base = base
        let lists = reader.options.filter { $0.isRequired && reader.isList($0.field.type) }
        guard lists.count < 2 else {
            let names = lists.map { "--\($0.name)" }.joined(separator: ", ")
            throw CommandFailure(
                EX_USAGE, "'\(call.method.command)' needs more than one list (\(names)), and --input fills one")
        }
        guard call.method.method.streaming != .required else {
            throw CommandFailure(
                EX_USAGE, "'\(call.method.command)' gives several replies, and --input takes one a call")
        }
        list = lists.first
    }

    /// Feeds every line, then says how many there were.
    ///
    /// - Parameters:
    ///   - path: Where the lines are; `-` is standard input.
    ///   - connection: The connection to make the calls on.
    /// - Throws: ``CommandFailure`` that names the lines at which it ended; those before them are done.
    func run(from path: String, by connection: VarlinkConnection) async throws {
        let source = try LineReader(path: path)
        var progress = TransferProgress()
        defer { progress.clear() }
        var batch = Batch()
        let batchCount = list == nil ? 1 : call.options.batch
        var totals = ReplyTotals(of: call.method.method, in: call.method.interface)
        var sent = 0
        func send() async throws {
            guard let lines = batch.lines else { return }
            if let reply = try await self.send(batch.elements, lines, of: source, by: connection) {
                progress.clear()
                if call.session.options.format == .people {
                    totals.add(reply)
                } else {
                    try StandardOutput.write(.object(reply), as: call.session.options.format)
                }
            }
            sent += batch.elements.count
            batch = Batch()
            progress.show(sent, fraction: source.size.map { Double(source.position) / Double(max(1, $0)) })
        }
        // A line that can't be read ends it; those before it are sent, so that what is done is plain from the message.
        var fault: CommandFailure?
        while fault == nil {
            do {
                guard let line = try await source.next() else { break }
                guard line.text.contains(where: { !$0.isWhitespace }), let element = try element(of: line, in: source)
                else { continue }
                batch.add(element, line)
            } catch let failure as CommandFailure {
                fault = failure
            }
            let isFull = batch.elements.count >= batchCount || batch.size >= Self.batchSize
            if isFull || fault != nil || source.isPaused { try await send() }
        }
        try await send()
        if let fault { throw fault }
        progress.clear()
        if call.session.options.format == .people {
            try StandardOutput.write(line: "\(sent) \(sent == 1 ? "line" : "lines") taken from \(source.name)")
            try FieldPrinter.print(totals.lines)
        }
    }

    /// Parses a line.
    ///
    /// - Returns: The element or the parameters; nil for the empty reply of a listing without results.
    private func element(of line: LineReader.Line, in source: LineReader) throws -> JSONValue? {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line.text)
        } catch {
            throw CommandFailure(
                EX_DATAERR, "\(source.name):\(line.number): this is no JSON: \(error.reasonOfJSON)")
        }
        guard let list else { return value }
        return list.element(from: value, in: call.method.interface)
    }

    /// Makes a call.
    ///
    /// - Returns: The reply; nil when none was asked for.
    private func send(
        _ elements: [JSONValue], _ lines: ClosedRange<Int>, of source: LineReader, by connection: VarlinkConnection
    ) async throws -> JSONObject? {
        try await locating(lines, of: source, by: connection) {
            var parameters: JSONObject
            if let list {
                parameters = try reader.parameters(from: call.words, base: base, fed: list)
                parameters[list.path[...]] = .array((base[list.path[...]]?.arrayValue ?? []) + elements)
            } else {
                guard var object = elements.first?.objectValue else {
                    throw CommandFailure(
                        EX_DATAERR, "this is no JSON object, and '\(call.method.command)' needs no list")
                }
                for member in base.members where object[member.key] == nil { object[member.key] = member.value }
                parameters = try reader.parameters(from: call.words, base: object)
            }
            let name = call.method.qualifiedName
            let session = call.session
            if call.options.oneway {
                try await session.withTimeout { [parameters] in try await connection.send(name, parameters) }
                return nil
            }
            return try await call.method.explainingInvalidParameters {
                try await session.withTimeout { [parameters] in try await connection.call(name, parameters) }
            }
        }
    }
}

extension JSONLinesInput {
    /// Runs a body, and says of what it throws at which lines it came to that.
    private func locating<Result>(
        _ lines: ClosedRange<Int>, of source: LineReader, by connection: VarlinkConnection,
        _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await call.session.explaining(by: connection, knowing: call.method.interface, body)
        } catch let failure as CommandFailure {
            let place = "\(source.name):\(lines.lowerBound)" + (lines.count > 1 ? "-\(lines.upperBound)" : "")
            var located = failure
            located.sentence = "\(place): \(failure.sentence)"
            throw located
        }
    }
}

/// Lines that go into one call.
private struct Batch {
    /// What is in them.
    private(set) var elements: [JSONValue] = []

    /// How many bytes they have.
    private(set) var size = 0

    /// Their numbers; nil when there are none.
    private(set) var lines: ClosedRange<Int>?

    mutating func add(_ element: JSONValue, _ line: LineReader.Line) {
        elements.append(element)
        size += line.text.utf8.count
        lines = (lines?.lowerBound ?? line.number)...line.number
    }
}

extension ParameterOption {
    /// Returns the element of this list that a line stands for: the value of the line, or the only field of a listing's
    /// reply, as `--json` prints it.
    ///
    /// - Parameters:
    ///   - line: The value of the line.
    ///   - interface: The interface that declares the list.
    /// - Returns: The element; nil for the empty reply of a listing without results.
    fileprivate func element(from line: JSONValue, in interface: InterfaceDescription) -> JSONValue? {
        guard case .list(let element) = interface.resolve(field.type),
            case .fields(let fields) = interface.resolve(element),
            let object = line.objectValue
        else { return line }
        // As a literal, nil could be a JSON value as well.
        let noElement = JSONValue?.none
        if object.members.isEmpty { return fields.allSatisfy(\.isOptional) ? line : noElement }
        guard object.members.count == 1, let member = object.members.first,
            !fields.contains(where: { $0.name == member.key })
        else { return line }
        return switch member.value {
        case .object: member.value
        case .null: noElement
        default: line
        }
    }
}
