import Foundation
import NIOHTTP1

extension LoopbackServer {
    /// What a client sent.
    public struct Request: Sendable, Hashable, CustomStringConvertible {
        /// The method: `GET`.
        public var method: String

        /// The path of the URL, decoded.
        public var path: String

        /// The names and values of the query, decoded; the last value of each name.
        public var query: [String: String]

        /// The headers: names in lower case, several values of one name joined by `, `.
        public var headers: [String: String]

        /// What was sent along.
        public var body: [UInt8]

        /// The method and the path.
        public var description: String { "\(method) \(path)" }

        init(_ head: HTTPRequestHead, body: [UInt8]) {
            let parts = URLComponents(string: head.uri)
            method = head.method.rawValue
            path = parts?.path ?? head.uri
            query = Dictionary((parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
            headers = Dictionary(
                head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
            self.body = body
        }
    }
}
