import Glibc
import Varlink

/// The first call to the daemon of another host, whose reply shows that ssh, the bridge and the daemon are connected.
///
/// The reply is read without VarlinkConnection, which rejects text of other programs without showing it.
enum SSHGreeting {
    /// The result of the call.
    enum Outcome: Equatable {
        /// The daemon replied.
        case answered

        /// The daemon replied with an error.
        case failed(RemoteError)

        /// Another program printed this line; an empty text if it printed only empty lines.
        case foreign(line: String)

        /// ssh ended before the reply.
        case ended
    }

    private static let call = #"{"method":"org.varlink.service.GetInfo"}"# + "\0"

    /// The maximum size of the reply.
    private static let limit = 1 << 20

    /// Makes the call.
    ///
    /// - Parameter socket: The connected socket, of which this function reads exactly the reply.
    /// - Returns: The result.
    /// - Throws: `CancellationError` when the task is cancelled.
    static func exchange(over socket: CInt) async throws -> Outcome {
        let bytes = Array(call.utf8)
        // The buffer of a new socket has space for the call. If ssh has ended already, reading reports it.
        _ = write(socket, bytes, bytes.count)
        let input = InputDescriptor(socket, name: "ssh")
        var reply: [UInt8] = []
        while reply.last != 0, reply.count < limit {
            let received: [UInt8]
            do {
                received = try await input.read(upTo: limit)
            } catch is CommandFailure {
                // ssh ended without reading the call (ECONNRESET).
                received = []
            }
            if received.isEmpty { return reply.isEmpty ? .ended : .foreign(line: line(reply)) }
            reply += received
            // A program that prints an empty line first has more to print.
            if reply.first != UInt8(ascii: "{"), !line(reply).isEmpty { return .foreign(line: line(reply)) }
        }
        return outcome(String(decoding: reply.dropLast(), as: UTF8.self))
    }

    private static func outcome(_ reply: String) -> Outcome {
        guard reply.hasPrefix("{"), let object = try? JSONValue(parsing: reply).objectValue else {
            return .foreign(line: line(Array(reply.utf8)))
        }
        guard let error = object["error"]?.stringValue else { return .answered }
        return .failed(RemoteError(name: error, parameters: object["parameters"]?.objectValue ?? JSONObject()))
    }

    /// The first line that is not blank, shortened.
    private static func line(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        let line = lines.first { $0.contains { !$0.isWhitespace } } ?? ""
        // The reply of the daemon follows the empty lines.
        if line.hasPrefix("{"), bytes.first != UInt8(ascii: "{") { return "" }
        return line.count > 80 ? "\(line.prefix(79))…" : String(line)
    }
}
