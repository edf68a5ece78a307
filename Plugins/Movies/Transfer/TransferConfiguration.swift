import Foundation
public import Trellis

/// How one server is reached.
public struct TransferConfiguration: Sendable, Hashable {
    /// Where the paths of its requests begin, without a slash at its end.
    public var url: String

    /// How long one attempt of a request may take.
    public var timeout: Duration

    /// How often a request is attempted at most.
    public var attempts: Int

    /// How many bytes an answer may have.
    public var answerSize: ByteCount

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - settings: The section.
    ///   - url: The default of `url`.
    ///   - answerSize: The default of `answerSize`.
    init(from settings: Settings, url: String, answerSize: ByteCount) {
        let text = settings.string(
            "url", default: url, "Where the server is: an https address, or an http address of this machine.")
        if let fault = Self.fault(in: text) { settings.refuse("url", fault) }
        self.url = text.hasSuffix("/") ? String(text.dropLast()) : text
        timeout = settings.duration(
            "timeout", default: .seconds(5), in: .milliseconds(100) ... .seconds(60),
            "How long one attempt of a request may take.")
        attempts = settings.integer(
            "attempts", default: 3, in: 1...5, "How often a request is attempted, when the server is away or busy.")
        self.answerSize = settings.bytes(
            "answerSize", default: answerSize, in: ByteCount(bytes: 1_024)...ByteCount(bytes: 64 << 20),
            "How many bytes an answer may have.")
    }

    /// What is wrong with an address, and what would be right; nil when nothing is.
    private static func fault(in text: String) -> String? {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else {
            return "'\(text)' is no address; write one like https://api.example.org/3"
        }
        guard parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil else {
            return "'\(text)' has more than a host and a path; leave the rest out"
        }
        switch parts.scheme {
        case "https": return nil
        case "http" where ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host): return nil
        case "http": return "'\(text)' would carry the credential over the network for everyone to read; write https"
        default: return "'\(text)' is neither an https nor an http address"
        }
    }
}
