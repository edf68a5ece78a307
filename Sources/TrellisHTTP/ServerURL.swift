public import Foundation

/// The base URL of a server, such as `https://api.github.com` or `https://github.example.com/api/v3`.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL, without a trailing slash.
    public let text: String

    /// The host in lowercase, with an IPv6 address in brackets.
    public let host: String

    private let scheme: String
    private let port: Int?

    /// Parses the base URL of a server.
    ///
    /// - Parameter text: A URL without a query, a fragment and a user. Its scheme is `https`, or `http` when the host is
    ///   on the loopback interface, so that credentials are not sent over a network unencrypted.
    /// - Throws: ``InvalidServerURL`` for any other string.
    public init(_ text: String) throws(InvalidServerURL) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.bracketed, !host.isEmpty
        else { throw InvalidServerURL(text, "is not a URL; expected one such as https://api.example.org/v3") }
        guard parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil else {
            // The message is logged, and must not contain a password.
            let shown = parts.user == nil && parts.password == nil ? text : "\(scheme)://(redacted)@\(host)"
            throw InvalidServerURL(shown, "must not have a user, a query or a fragment; remove them")
        }
        guard (1...65_535).contains(parts.port ?? 443) else {
            throw InvalidServerURL(text, "has an invalid port; expected 1 to 65535")
        }
        switch scheme {
        case "https": break
        case "http" where ["127.0.0.1", "[::1]", "localhost"].contains(host): break
        case "http":
            throw InvalidServerURL(
                text,
                "would send credentials over the network unencrypted; use https (http is accepted only on the loopback "
                    + "interface)")
        default: throw InvalidServerURL(text, "has an unsupported scheme; expected https")
        }
        self.init(scheme: scheme, host: host, port: parts.port, path: parts.percentEncodedPath)
    }

    /// Creates the https URL of a server.
    ///
    /// - Parameters:
    ///   - host: The host name or IP address, without a port.
    ///   - path: The percent-encoded base path with a leading slash; empty for the root.
    public init(host: String, path: String = "") {
        self.init(scheme: "https", host: host.bracketed, port: nil, path: path)
    }

    private init(scheme: String, host: String, port: Int?, path: String) {
        self.scheme = scheme
        self.host = host
        self.port = port
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        text = "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)"
    }

    /// The ``text``.
    public var description: String { text }

    /// Returns the root URL of another host, with the same scheme and port.
    ///
    /// - Parameter host: The host name or IP address, without a port.
    /// - Returns: The URL without a path.
    public func root(of host: String) -> ServerURL {
        ServerURL(scheme: scheme, host: host.bracketed, port: port, path: "")
    }

    /// Returns whether a URL has the scheme, the host and the port of this one, and neither a user nor a password.
    public func hasSameOrigin(as url: URL) -> Bool {
        func port(_ port: Int?, _ scheme: String) -> Int { port ?? (scheme == "https" ? 443 : 80) }
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.bracketed else {
            return false
        }
        return scheme == self.scheme && host == self.host && port(url.port, scheme) == port(self.port, self.scheme)
            && url.user == nil && url.password == nil
    }

    /// Returns the URL of a resource below this base URL.
    ///
    /// - Parameters:
    ///   - path: The path components, which are percent-encoded.
    ///   - query: The names and values of the query, which are percent-encoded.
    /// - Returns: The absolute URL.
    public func url(_ path: [String], query: [(name: String, value: String)] = []) -> String {
        let query = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return ([text] + path.map(\.percentEncoded)).joined(separator: "/") + (query.isEmpty ? "" : "?\(query)")
    }
}

extension String {
    /// The host in lowercase, with an IPv6 address in brackets.
    fileprivate var bracketed: String {
        let host = lowercased()
        return host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }
}
