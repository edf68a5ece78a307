/// An HTTP request.
public struct HTTPRequest: Sendable {
    /// A request method (RFC 9110, 9.3; RFC 5789).
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Reads a resource.
        case get = "GET"

        /// Processes the body, for example to create a resource.
        case post = "POST"

        /// Creates or replaces a resource.
        case put = "PUT"

        /// Changes a part of a resource.
        case patch = "PATCH"

        /// Removes a resource.
        case delete = "DELETE"

        /// Whether two identical requests have the same effect as one (RFC 9110, 9.2.2), so that a request can be
        /// retried when its outcome is unknown.
        public var isIdempotent: Bool {
            switch self {
            case .get, .put, .delete: true
            case .post, .patch: false
            }
        }
    }

    /// The request method.
    public var method: Method

    /// The absolute URL.
    public var url: String

    /// The headers, without the ``credential``.
    public var headers: [(name: String, value: String)]

    /// The credential; nil for an unauthenticated request.
    public var credential: HTTPCredential?

    /// The body; nil for none.
    public var body: [UInt8]?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The request method, such as ``Method/get``.
    ///   - url: The absolute URL, such as ``ServerURL/url(_:query:)`` returns.
    ///   - headers: The headers, without the credential.
    ///   - credential: The credential; nil for an unauthenticated request.
    ///   - body: The body; nil for none.
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
