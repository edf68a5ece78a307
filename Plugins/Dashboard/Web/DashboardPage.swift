import Foundation
import HTTPTypes
import HummingbirdCore
import Trellis
import TrellisHTTP
import TrellisWeb

/// The page: one document with its style and its script, the same for everyone.
struct DashboardPage: Sendable {
    /// The content security policy: only the style and the script of the page, by their hashes.
    let securityPolicy: String

    /// The document.
    let document: String

    init() {
        let (style, script) = (PageFiles.style, PageFiles.script)
        document = PageFiles.html
            .replacing("<!--style-->", with: "<style>\(style)</style>", maxReplacements: 1)
            .replacing("<!--script-->", with: "<script>\(script)</script>", maxReplacements: 1)
        func source(_ text: String) -> String {
            "'sha256-\(Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString())'"
        }
        securityPolicy = [
            "default-src 'none'", "script-src \(source(script))", "style-src \(source(style))", "img-src 'self' data:",
            "connect-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// The response with the page.
    var response: Response { Response(status: .ok, contentType: "text/html; charset=utf-8", text: document) }
}
