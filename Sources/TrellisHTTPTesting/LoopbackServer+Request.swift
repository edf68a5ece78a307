import Foundation
import NIOHTTP1

extension LoopbackServer {
    /// A request that a client sent.
    public struct Request: Sendable, Hashable, CustomStringConvertible {
        /// The method, such as `GET`.
        public var method: String

        /// The decoded path of the URL.
        public var path: String

        /// The names and values of the decoded query; a repeated name has its last value.
        public var query: [String: String]

        /// The headers, by lowercase names.
        ///
        /// Multiple values of a name are joined with `, `.
        public var headers: [String: String]

        /// The complete body; empty if the request has none.
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
