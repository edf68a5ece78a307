import AsyncHTTPClient
import NIOCore
import Testing
public import Varlink

/// The server-sent events of a stream.
public struct WebEvents {
    /// A server-sent event.
    public struct Event {
        /// The name.
        public var name: String

        /// The position in the stream; nil if the event has none.
        public var id: String?

        /// The data.
        public var data: JSONValue
    }

    private var bytes: HTTPClientResponse.Body.AsyncIterator
    private var rest = ""

    init(bytes: HTTPClientResponse.Body.AsyncIterator) { self.bytes = bytes }

    /// Returns the next event; nil at the end of the stream.
    public mutating func next() async throws -> Event? {
        while true {
            while let end = rest.firstRange(of: "\n\n") {
                let text = rest[..<end.lowerBound]
                rest = String(rest[end.upperBound...])
                var fields: [Substring: String] = [:]
                for line in text.split(separator: "\n") {
                    let words = line.split(separator: ": ", maxSplits: 1)
                    if words.count == 2 { fields[words[0]] = String(words[1]) }
                }
                if let name = fields["event"], let data = fields["data"] {
                    return Event(name: name, id: fields["id"], data: try JSONValue(parsing: data))
                }
            }
            guard let more = try await bytes.next() else { return nil }
            rest += String(buffer: more)
        }
    }

    /// Returns the next event that meets a condition.
    ///
    /// - Throws: An expectation failure when the stream ends before.
    public mutating func first(where isMatch: (Event) -> Bool) async throws -> Event {
        while let event = try await next() { if isMatch(event) { return event } }
        return try #require(nil as Event?, "the stream has ended")
    }
}
