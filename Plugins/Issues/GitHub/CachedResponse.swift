import Foundation
import TrellisHTTP

/// An answer that is kept on disk.
struct CachedResponse: Sendable {
    /// What was asked for.
    var url: String

    /// What asks whether it has changed.
    var etag: String?

    /// The next page.
    var next: PageLink?

    /// The answer, JSON.
    var body: [UInt8]

    /// When GitHub last said that this is the answer.
    var fetched = Date.distantPast

    private struct Header: Codable {
        var version = 2
        var url: String
        var etag: String?
        var next: String?
        var length: Int
        var checksum: UInt64
    }

    /// What is written to a file: a line of JSON that describes the answer, and the answer.
    func fileContents() throws -> Data {
        var data = try JSONEncoder().encode(
            Header(
                url: url, etag: etag, next: next?.url, length: body.count, checksum: checksum))
        data.append(0x0A)
        data.append(contentsOf: body)
        return data
    }
}

extension CachedResponse {
    /// Reads the contents of a file; nil when they are damaged, incomplete, or of another version.
    init?(fileContents data: Data, fetched: Date) {
        guard let end = data.firstIndex(of: 0x0A),
            let header = try? JSONDecoder().decode(Header.self, from: data[..<end]), header.version == 2
        else { return nil }
        let body = Array(data[data.index(after: end)...])
        self.init(
            url: header.url, etag: header.etag, next: header.next.map(PageLink.init(url:)), body: body, fetched: fetched
        )
        guard body.count == header.length, checksum == header.checksum else { return nil }
    }
    /// The checksum of all that an answer has but its date.
    private var checksum: UInt64 {
        var checksum = Checksum(of: body)
        for text in [url, etag ?? "", next?.url ?? ""] { checksum.add(Array(text.utf8) + [0]) }
        return checksum.value
    }
}
