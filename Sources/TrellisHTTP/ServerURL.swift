public import Foundation

/// The URL of a server, or of a folder on it, that requests go below: `https://api.github.com`,
/// `https://github.example.com/api/v3`.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL, without a slash at its end.
    public let text: String

    /// The host, in lower case; an IPv6 address in brackets.
    public let host: String

    private let scheme: String
    private let port: Int?

    /// Reads a URL.
    ///
    /// - Parameter text: The URL, with the scheme `https`, or `http` when the host is the loopback interface: a
    ///   credential does not cross a network unencrypted. It has no query, no fragment and no user.
    /// - Throws: ``InvalidServerURL`` for anything else.
    public init(_ text: String) throws(InvalidServerURL) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.bracketed, !host.isEmpty
        else { throw InvalidServerURL(text, "is not the URL of a server; write one like https://api.example.org/v3") }
        guard parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil else {
            // What is wrong with a URL is logged, and a password in it must not be.
            let shown = parts.user == nil && parts.password == nil ? text : "\(scheme)://(redacted)@\(host)"
            throw InvalidServerURL(shown, "has more than a host, a port and a path; leave the rest out")
        }
        guard (1...65_535).contains(parts.port ?? 443) else {
            throw InvalidServerURL(text, "has a port that is none; write one from 1 to 65535")
        }
        switch scheme {
        case "https": break
        case "http" where ["127.0.0.1", "[::1]", "localhost"].contains(host): break
        case "http":
            throw InvalidServerURL(
                text,
                "would carry what is secret over the network unencrypted; write https, which only servers on the "
                    + "loopback interface can do without")
        default: throw InvalidServerURL(text, "has neither https nor http as its scheme; write https")
        }
        self.init(scheme: scheme, host: host, port: parts.port, path: parts.percentEncodedPath)
    }

    /// A server that is reached by https.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - path: The path that requests go below, with a slash at its beginning, percent-encoded; empty for the root.
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

    /// The same as ``text``.
    public var description: String { text }

    /// The root of another host, by the same scheme and at the same port.
    ///
    /// - Parameter host: The host.
    /// - Returns: Its URL.
    public func root(of host: String) -> ServerURL {
        ServerURL(scheme: scheme, host: host.bracketed, port: port, path: "")
    }

    /// Looks whether a URL is on this server.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether the scheme, the host and the port are the same, and there is no user in it.
    public func hasSameOrigin(as url: URL) -> Bool {
        func port(_ port: Int?, _ scheme: String) -> Int { port ?? (scheme == "https" ? 443 : 80) }
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.bracketed else {
            return false
        }
        return scheme == self.scheme && host == self.host && port(url.port, scheme) == port(self.port, self.scheme)
            && url.user == nil && url.password == nil
    }

    /// A URL below this one.
    ///
    /// - Parameters:
    ///   - path: The names that lead there, each of which is percent-encoded.
    ///   - query: The names and values of the query, which are percent-encoded too.
    /// - Returns: The URL.
    public func url(_ path: [String], query: [(name: String, value: String)] = []) -> String {
        let query = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return ([text] + path.map(\.percentEncoded)).joined(separator: "/") + (query.isEmpty ? "" : "?\(query)")
    }
}

extension String {
    /// A host in lower case; an IPv6 address in brackets, whether it has them already or not.
    fileprivate var bracketed: String {
        let host = lowercased()
        return host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }
}
