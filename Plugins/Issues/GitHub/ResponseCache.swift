import Foundation
import Trellis
import TrellisHTTP

/// A cache of the responses of GitHub to one account, in a directory below the plugin's cache directory.
///
/// When the cache is full, the responses whose last confirmation by GitHub is oldest are removed.
final class ResponseCache: Sendable, Closable {
    /// The files; nil when the directory cannot be created.
    private let files: FileCache?

    init(account: Account, configuration: IssuesConfiguration, plugin: PluginEnvironment) {
        do {
            files = try FileCache(
                directory: plugin.directories.cache.appending(account.cacheName), sizeLimit: configuration.cacheSize,
                clock: plugin.clock, logger: plugin.logger)
        } catch {
            plugin.logger.warning(
                "cannot create the cache directory; responses are not cached", metadata: ["error": "\(error)"])
            files = nil
        }
    }

    /// Stops storing responses.
    func close() async throws {
        files?.close()
    }

    /// Removes the responses to other accounts.
    ///
    /// The responses to unauthenticated requests are kept.
    ///
    /// - Parameters:
    ///   - account: The account whose responses are kept.
    ///   - plugin: The environment with the cache directory.
    static func removeOthers(than account: Account, of plugin: PluginEnvironment) {
        let cache = URL(fileURLWithPath: plugin.directories.cache.string, isDirectory: true)
        let folders = (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil)) ?? []
        for folder in folders
        where ![account.cacheName, Account.anonymousCacheName].contains(folder.lastPathComponent) {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                plugin.logger.warning(
                    "cannot remove the cached responses of another account",
                    metadata: ["directory": "\(folder.path)", "error": "\(error)"])
            }
        }
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
