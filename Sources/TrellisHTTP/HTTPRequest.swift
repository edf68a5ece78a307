/// What is asked of a server.
public struct HTTPRequest: Sendable {
    /// What is done (RFC 9110, 9.3; RFC 5789).
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Reads.
        case get = "GET"

        /// Does something each time it arrives, for example creates something.
        case post = "POST"

        /// Puts something in a place, or replaces what is there.
        case put = "PUT"

        /// Changes a part of something.
        case patch = "PATCH"

        /// Removes something.
        case delete = "DELETE"

        /// Whether a request that arrives twice does what it does once (RFC 9110, 9.2.2), so that it can be sent again
        /// when nobody knows whether it has arrived.
        public var isIdempotent: Bool {
            switch self {
            case .get, .put, .delete: true
            case .post, .patch: false
            }
        }
    }

    /// What is done.
    public var method: Method

    /// To what, as an absolute URL.
    public var url: String

    /// Headers, without the ``credential``.
    public var headers: [(name: String, value: String)]

    /// Who asks; nil for anybody.
    public var credential: HTTPCredential?

    /// What is sent along; nil for nothing.
    public var body: [UInt8]?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: What is done; by default something is read.
    ///   - url: To what, as an absolute URL: ``ServerURL/url(_:query:)`` makes one.
    ///   - headers: Headers, without the credential.
    ///   - credential: Who asks; nil for anybody.
    ///   - body: What is sent along; nil for nothing.
    public init(
        _ method: Method = .get, url: String, headers: [(name: String, value: String)] = [],
        credential: HTTPCredential? = nil, body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.credential = credential
        self.body = body
    }
}
