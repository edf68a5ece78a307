import Foundation
import Glibc
import HTTPTypes
import HummingbirdCore
import Trellis
import TrellisHTTP
import TrellisWeb

/// The page `/`: one document with its style, its script and the first data, so that a browser shows it after one round trip.
struct DashboardPage: Sendable {
    /// The maximum number of plugins in the first data.
    ///
    /// The stream sends all.
    private static let maximumPlugins = 50

    /// The content security policy: only the style and the script of the page, by their hashes.
    let securityPolicy: String

    /// The document before and after the first data.
    let parts: (String, String)

    init() {
        let (style, script) = (PageFiles.style, PageFiles.script)
        let document = PageFiles.html
            .replacing("<!--style-->", with: "<style>\(style)</style>", maxReplacements: 1)
            .replacing("<!--script-->", with: "<script>\(script)</script>", maxReplacements: 1)
        let marker = "<!--initial-->"
        guard let range = document.firstRange(of: marker) else { preconditionFailure("page.html lacks \(marker)") }
        parts = (
            document[..<range.lowerBound] + #"<script type="application/json" id="initial">"#,
            "</script>" + document[range.upperBound...]
        )
        func source(_ text: String) -> String {
            "'sha256-\(Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString())'"
        }
        securityPolicy = [
            "default-src 'none'", "script-src \(source(script))", "style-src \(source(style))", "img-src 'self' data:",
            "connect-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// Returns the page for the user of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - usage: Returns the use of plugins in the last interval.
    /// - Returns: The page.
    /// - Throws: The error of a call.
    func response(for session: WebSession, usage: ([JSONObject]) -> [JSONValue]) async throws -> Response {
        async let description = session.caller.call("io.trellis.Host.Describe")
        let plugins = try await session.plugins()
        let daemon = try await description
        let shown = Array(plugins.prefix(Self.maximumPlugins))
        let initial: JSONObject = [
            "user": .string(session.user.name), "uid": .integer(Int64(session.user.id)),
            "role": .string(session.user.role.rawValue),
            "daemon": [
                "name": "trellisd", "version": daemon["version"] ?? nil, "started": daemon["started"] ?? nil,
                "status": daemon["status"] ?? nil,
            ],
            "host": .string(Self.hostName), "pluginCount": .integer(Int64(plugins.count)),
            "plugins": .array(shown.map { .object($0) }), "usage": .array(usage(shown)),
        ]
        // A text of the daemon must not end the element, nor begin a comment.
        let text = JSONValue.object(initial).formatted().replacing("<", with: "\\u003c")
        return Response(
            status: .ok, contentType: "text/html; charset=utf-8", text: parts.0 + text + parts.1)
    }

    /// The name of the machine.
    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension WebSession {
    /// The plugins of the daemon, as the method ListPlugins returns them.
    func plugins() async throws -> [JSONObject] {
        var plugins: [JSONObject] = []
        for try await reply in caller.stream("io.trellis.Host.ListPlugins") {
            if let plugin = reply["plugin"]?.objectValue { plugins.append(plugin) }
        }
        return plugins
    }
}
