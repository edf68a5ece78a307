import CommandModel
import ContractCommands
import Glibc
import Varlink

/// Calls a method with the lines of a file in the format JSON lines.
///
/// If the method requires a list, each line is an element of the list, and one call passes many elements. Otherwise
/// each line has the parameters of one call.
struct JSONLinesInput {
    /// The total size of the elements in bytes at which a call is sent, well below the maximum size of a message.
    private static let batchSize = 262_144

    private let call: PluginCall
    private let reader: ParameterReader
    private let base: JSONObject

    /// The required list that the lines fill; nil when each line has the parameters of a call.
    private let list: ParameterOption?

    /// Creates the input of a command.
    ///
    /// - Parameters:
    ///   - call: The call of the command line.
    ///   - reader: Reads the parameters on the command line.
    ///   - base: The parameters of `--parameters`.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when the command requires several lists, or sends several replies.
    init(_ call: PluginCall, reader: ParameterReader, base: JSONObject) throws {
        self.call = call
        self.reader = reader
        self.base = base
        let lists = reader.options.filter { $0.isRequired && reader.isList($0.field.type) }
        guard lists.count < 2 else {
            let names = lists.map { "--\($0.name)" }.joined(separator: ", ")
            throw CommandFailure(
                EX_USAGE, "'\(call.method.command)' requires several lists (\(names)), but --input fills only one",
                advice: "Use --parameters instead of --input.")
        }
        guard call.method.method.streaming != .required else {
            throw CommandFailure(
                EX_USAGE, "'\(call.method.command)' sends several replies and cannot be called with --input")
        }
        list = lists.first
    }

    /// Sends all lines, then prints their number and the totals of the replies.
    ///
    /// - Parameters:
    ///   - path: The path of the file; `-` is standard input.
    ///   - connection: The connection on which the calls are made.
    /// - Throws: ``CommandFailure`` with the numbers of the lines that failed. Calls with earlier lines have succeeded.
    func run(from path: String, by connection: VarlinkConnection) async throws {
        let source = try LineReader(path: path)
        var progress = ProgressLine(of: .lines, call.session.progressOutput)
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
        // An invalid line ends the input. Earlier lines are sent first, so that the number of this line shows which
        // were sent.
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
            try StandardOutput.write(line: "\(sent) \(sent == 1 ? "line" : "lines") read from \(source.name)")
            try FieldPrinter.print(totals.lines)
        }
    }

    /// Converts a line to an element of the list, or to the parameters of a call.
    ///
    /// - Returns: The value; nil for a line that is the empty reply of a listing without results.
    private func element(of line: LineReader.Line, in source: LineReader) throws -> JSONValue? {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line.text)
        } catch {
            throw CommandFailure(
                EX_DATAERR, "\(source.name):\(line.number): the line is not JSON: \(error.reasonOfJSON)")
        }
        guard let list else { return value }
        return list.element(from: value, in: call.method.interface)
    }

    /// Makes a call with the elements.
    ///
    /// - Returns: The reply; nil with `--oneway`.
    private func send(
        _ elements: [JSONValue], _ lines: ClosedRange<Int>, of source: LineReader, by connection: VarlinkConnection
    ) async throws -> JSONObject? {
        try await locating(lines, of: source) {
            var parameters: JSONObject
            if let list {
                parameters = try reader.parameters(from: call.words, base: base, fed: list)
                parameters[list.path[...]] = .array((base[list.path[...]]?.arrayValue ?? []) + elements)
            } else {
                guard var object = elements.first?.objectValue else {
                    throw CommandFailure(
                        EX_DATAERR, "the line is not a JSON object, which '\(call.method.command)' requires")
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
            return try await session.withTimeout { [parameters] in try await connection.call(name, parameters) }
        }
    }
}

extension JSONLinesInput {
    /// Runs a body, and adds the line numbers to an error that it throws.
    private func locating<Result>(
        _ lines: ClosedRange<Int>, of source: LineReader, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await call.session.explaining(calling: call.method, body)
        } catch let failure as CommandFailure {
            let location = "\(source.name):\(lines.lowerBound)" + (lines.count > 1 ? "-\(lines.upperBound)" : "")
            var located = failure
            located.sentence = "\(location): \(failure.sentence)"
            throw located
        }
    }
}

/// The lines of one call.
private struct Batch {
    /// The values of the lines.
    private(set) var elements: [JSONValue] = []

    /// The size of the lines in bytes.
    private(set) var size = 0

    /// The numbers of the lines; nil when there are none.
    private(set) var lines: ClosedRange<Int>?

    mutating func add(_ element: JSONValue, _ line: LineReader.Line) {
        elements.append(element)
        size += line.text.utf8.count
        lines = (lines?.lowerBound ?? line.number)...line.number
    }
}

extension ParameterOption {
    /// Returns the element in a line: the value of the line, or the only field of a reply that `--json` printed.
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
        // As a literal, nil could also be a JSON value.
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
