import Foundation
import TrellisHTTPTesting

/// A server with malformed, late and hostile responses, which replaces TMDB and GitHub.
enum HostileUpstream {
    /// Returns a random response: valid, malformed, incomplete, late, or none.
    static func reply(to request: LoopbackServer.Request) async -> LoopbackServer.Reply {
        switch Int.random(in: 0..<10) {
        case 0: return .drop
        case 1: return .half(body: Array(page.utf8))
        case 2:
            return .answer(
                status: [401, 403, 404, 429, 500, 503].randomElement()!, headers: headers, body: Array(page.utf8))
        case 3: return .answer(status: 200, headers: headers, body: (0..<500).map { _ in UInt8.random(in: 0...255) })
        case 4: return .stall(body: Array(page.utf8))
        default: return .answer(status: 200, headers: headers, body: Array(page.utf8))
        }
    }

    private static var number: String {
        ["0", "-1", "1", "7", "9000000000000000000", "-9223372036854775808", "1e400", "0.5", "null", "\"7\""]
            .randomElement()!
    }

    private static var text: String {
        [
            "Heat", "", "\\u0000", "\\ud83d\\ude00", "2024-13-45", "9999999-01-01T00:00:00Z",
            String(repeating: "x", count: 5_000),
        ]
        .randomElement()!
    }

    private static var headers: [String: String] {
        let all = [
            "retry-after": ["9223372036854775807", "-1", "Fri, 31 Dec 9999 23:59:59 GMT", "soon"].randomElement()!,
            "x-ratelimit-remaining": ["0", "-5", "99999999999999999999"].randomElement()!,
            "x-ratelimit-reset": number, "etag": "\"\(number)\"",
            "link": "<http://127.0.0.1:1/next?page=\(number)>; rel=\"next\"", "location": "http://127.0.0.1:1/",
        ]
        return all.filter { _ in Bool.random() }
    }

    private static var page: String {
        let title = """
            {"id":\(number),"title":"\(text)","release_date":"\(text)","vote_average":\(number),"poster_path":"\(text)",\
            "number":\(number),"full_name":"\(text)","name":"\(text)","state":"open","user":{"login":"\(text)","id":\(number)},\
            "created_at":"\(text)","updated_at":"\(text)","comments":\(number),"labels":[]}
            """
        return Bool.random()
            ? "[\(title),\(title)]"
            : #"{"page":\#(number),"total_pages":\#(number),"total_results":\#(number),"results":[\#(title)],"id":\#(number)}"#
    }
}
