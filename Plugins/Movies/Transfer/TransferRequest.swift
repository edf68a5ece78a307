import Foundation

/// What is asked of a server: to GET something.
struct TransferRequest: Sendable, Hashable {
    /// The path behind that of the server's address, with a slash at its beginning.
    var path: String

    /// The parameters, in order.
    var query: [URLQueryItem] = []

    /// The whole address.
    ///
    /// - Parameter base: The server's address, without a slash at its end.
    /// - Returns: The address; nil when the path can't be one.
    func url(at base: String) -> String? {
        guard var parts = URLComponents(string: base) else { return nil }
        parts.path += path
        if !query.isEmpty { parts.queryItems = query }
        // In the query of a form, which servers take it for, a plus sign is a space (url.spec.whatwg.org, 5.1).
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return parts.string
    }
}

/// What a server answered.
struct TransferAnswer: Sendable, Hashable {
    /// The status, as RFC 9110 has it.
    var status: Int

    /// What the header `Content-Type` says, without its parameters, in lower case.
    var mediaType: String?

    /// The body.
    var body: [UInt8]
}

/// What a server knows its clients by.
enum TransferCredential: Sendable, Hashable {
    /// A token in the header `Authorization` (RFC 6750, 2.1).
    case bearer(String)

    /// A parameter of each request.
    case parameter(name: String, value: String)
}
