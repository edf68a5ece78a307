import Trellis
import TrellisHTTP

/// A cache of the responses of GitHub to one account, in the directory of the account.
///
/// When the cache is full, the responses whose last confirmation by GitHub is oldest are removed.
final class ResponseCache: Sendable, Closable {
    /// The files; nil when the directory cannot be created.
    private let files: FileCache?

    init(files: FileCache?) {
        self.files = files
    }

    /// Stops storing responses.
    func close() async throws {
        files?.close()
    }

    /// Returns the cached response to a URL; nil when no response is cached, or the file is damaged.
    func response(to url: String) -> CachedResponse? {
        let name = Self.fileName(of: url)
        guard let file = files?.contents(of: name) else { return nil }
        if let response = CachedResponse(fileContents: file.bytes, fetched: file.date), response.url == url {
            return response
        }
        files?.remove(name, because: "unknown format")
        return nil
    }

    /// Stores a response with the current time.
    func store(_ response: CachedResponse) {
        guard let contents = try? response.fileContents() else { return }
        files?.store(contents, as: Self.fileName(of: response.url))
    }

    /// Renews a response that GitHub has confirmed, by setting its time to the current time.
    func renew(_ response: CachedResponse) {
        files?.touch(Self.fileName(of: response.url))
    }

    private static func fileName(of url: String) -> String { SHA256.digest(of: Array(url.utf8)).hexadecimal }
}
