import Crypto
import Foundation
import Synchronization
import Trellis

/// GitHub's answers to one account, on disk: one file each, in a folder of the account's in the plugin's cache
/// directory.
///
/// Nothing depends on it: what can't be written is not cached, a damaged file is removed, and whoever likes may remove
/// all of it. When it is full, what GitHub confirmed longest ago goes. Its files are not synchronized to disk: one that
/// a crash left incomplete has the wrong length or checksum.
final class ResponseCache: Sendable, Closable {
    private struct State {
        var size: Int
        var isClosed = false
    }

    private let folder: URL
    private let maximumSize: Int
    private let clock: WallClock
    private let logger: Logger
    private let state: Mutex<State>

    init(account: Account, configuration: IssuesConfiguration, plugin: PluginEnvironment) {
        let cache = URL(fileURLWithPath: plugin.directories.cache.string, isDirectory: true)
        folder = cache.appendingPathComponent(account.cacheName, isDirectory: true)
        maximumSize = configuration.cacheSize.bytes
        clock = plugin.clock
        logger = plugin.logger
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            logger.warning("answers can't be cached", metadata: ["error": "\(error)"])
        }
        state = Mutex(State(size: 0))
        let size = files().reduce(0) { $0 + $1.size }
        state.withLock { $0.size = size }
    }

    /// Writes nothing more.
    func close() async throws {
        state.withLock { $0.isClosed = true }
    }

    /// Removes what other accounts have read.
    ///
    /// What nobody in particular has read stays.
    ///
    /// - Parameters:
    ///   - account: The account whose answers stay.
    ///   - plugin: Whose cache directory it is.
    static func forgetOthers(than account: Account, of plugin: PluginEnvironment) {
        let cache = URL(fileURLWithPath: plugin.directories.cache.string, isDirectory: true)
        let folders = (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil)) ?? []
        for folder in folders
        where ![account.cacheName, Account.anonymousCacheName].contains(folder.lastPathComponent) {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                plugin.logger.warning(
                    "what another account has read could not be removed",
                    metadata: ["folder": "\(folder.path)", "error": "\(error)"])
            }
        }
    }

    /// The answer to a URL; nil when there is none, or its file is damaged.
    func response(to url: String) -> CachedResponse? {
        let file = file(of: url)
        guard let data = try? Data(contentsOf: file),
            let fetched = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        else { return nil }
        if let response = CachedResponse(fileContents: data, fetched: fetched), response.url == url { return response }
        logger.warning(
            "a cached answer is damaged; it is removed and fetched again", metadata: ["file": "\(file.path)"])
        if (try? FileManager.default.removeItem(at: file)) != nil { state.withLock { $0.size -= data.count } }
        return nil
    }

    /// Keeps an answer that came just now.
    func keep(_ response: CachedResponse) {
        guard maximumSize > 0, !state.withLock(\.isClosed) else { return }
        let file = file(of: response.url)
        do {
            let data = try response.fileContents()
            guard data.count <= maximumSize else { return }
            let old = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
            try data.write(to: file, options: .atomic)
            try setDate(of: file)
            let size = state.withLock { state in
                state.size += data.count - old
                return state.size
            }
            if size > maximumSize { makeRoom() }
        } catch {
            logger.debug("an answer was not cached", metadata: ["error": "\(error)"])
        }
    }

    /// Notes that GitHub said just now that an answer has not changed.
    func renew(_ response: CachedResponse) {
        guard !state.withLock(\.isClosed) else { return }
        try? setDate(of: file(of: response.url))
    }

    /// Removes the oldest answers, until a tenth of the room is free.
    private func makeRoom() {
        let files = files().sorted { $0.date < $1.date }
        var size = files.reduce(0) { $0 + $1.size }
        for file in files where size > maximumSize / 10 * 9 {
            guard (try? FileManager.default.removeItem(at: file.url)) != nil else { continue }
            size -= file.size
        }
        state.withLock { $0.size = size }
    }

    private func files() -> [(url: URL, size: Int, date: Date)] {
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)) ?? []
        return files.compactMap { file in
            guard let values = try? file.resourceValues(forKeys: Set(keys)), let size = values.fileSize,
                let date = values.contentModificationDate
            else { return nil }
            return (file, size, date)
        }
    }

    private func setDate(of file: URL) throws {
        try FileManager.default.setAttributes([.modificationDate: clock.now()], ofItemAtPath: file.path)
    }

    private func file(of url: String) -> URL {
        folder.appendingPathComponent(SHA256.hash(data: Array(url.utf8)).hexadecimal)
    }
}
