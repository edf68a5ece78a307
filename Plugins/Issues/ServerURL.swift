import Foundation

/// The URL of a server, or of a folder on it, that requests go below: `https://api.github.com`,
/// `https://github.example.com/api/v3`.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL, without a slash at its end.
    public let text: String

    private let scheme: String
    private let host: String
    private let port: Int?

    /// The REST API of GitHub (docs.github.com, "Getting started with the REST API").
    public static let gitHub = ServerURL(scheme: "https", host: "api.github.com", port: nil, path: "")

    /// Reads a URL.
    ///
    /// - Parameter text: The URL, with the scheme `https`, or `http` when the host is the loopback interface: a token
    ///   does not cross a network unencrypted. Nil is returned for anything else, and when it has a query, a fragment,
    ///   or a user.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.bracketed, !host.isEmpty,
            parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil,
            scheme == "https" || scheme == "http" && ["127.0.0.1", "[::1]", "localhost"].contains(host)
        else { return nil }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        self.init(scheme: scheme, host: host, port: parts.port, path: path)
    }

    private init(scheme: String, host: String, port: Int?, path: String) {
        self.scheme = scheme
        self.host = host
        self.port = port
        text = "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)"
    }

    /// The same as ``text``.
    public var description: String { text }

    /// The server where people, and the OAuth device flow, are, when this one is its REST API.
    ///
    /// Without `api.` before the host for GitHub and its Enterprise Cloud with data residency; without the path
    /// `/api/v3` for an Enterprise Server (docs.github.com, "Getting started with the REST API", and the same for
    /// GHE.com).
    var webServer: ServerURL {
        let host = host.hasPrefix("api.") ? String(host.dropFirst("api.".count)) : host
        return ServerURL(scheme: scheme, host: host, port: port, path: "")
    }

    /// Looks whether a URL is on this server.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether the scheme, the host and the port are the same.
    func hasSameOrigin(as url: URL) -> Bool {
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
    ///   - path: The names that lead there, each of which is encoded.
    ///   - query: The names and values of the query, which are encoded too.
    /// - Returns: The URL.
    func url(_ path: [String], query: [(name: String, value: String)] = []) -> String {
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

    /// The text with every byte but letters, digits, `-`, `.`, `_` and `~` written as `%` and two digits (RFC 3986,
    /// 2.3).
    var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
