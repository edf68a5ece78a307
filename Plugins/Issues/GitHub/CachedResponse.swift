import Foundation

/// A response that is stored in the cache.
struct CachedResponse: Sendable {
    /// The URL of the request.
    var url: String

    /// The entity tag for conditional requests.
    var etag: String?

    /// The link to the next page; nil when there is none.
    var next: PageLink?

    /// The body of the response, in JSON.
    var body: [UInt8]

    /// The time at which GitHub sent or last confirmed the response.
    var fetched = Date.distantPast

    private struct Header: Codable {
        var version = 3
        var url: String
        var etag: String?
        var next: String?
    }

    /// Returns the contents of the file of the response: one line of JSON with all fields except the body, then the
    /// body.
    func fileContents() throws -> [UInt8] {
        try Array(JSONEncoder().encode(Header(url: url, etag: etag, next: next?.url))) + [0x0A] + body
    }
}

extension CachedResponse {
    /// Decodes the contents of a file; returns nil when the contents have another format or version.
    init?(fileContents bytes: [UInt8], fetched: Date) {
        guard let end = bytes.firstIndex(of: 0x0A),
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[..<end])), header.version == 3
        else { return nil }
        self.init(
            url: header.url, etag: header.etag, next: header.next.map(PageLink.init(url:)),
            body: Array(bytes[(end + 1)...]), fetched: fetched)
    }
}
