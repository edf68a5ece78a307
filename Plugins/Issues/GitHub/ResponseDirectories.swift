import Foundation
import Trellis
import TrellisHTTP

/// The directories with the cached responses of GitHub, one for each account.
struct ResponseDirectories: Sendable {
    private let parent: FilePath
    private let sizeLimit: ByteCount
    private let clock: WallClock
    private let logger: Logger

    /// Creates the value for the plugin's cache directory.
    init(plugin: PluginEnvironment, sizeLimit: ByteCount, clock: WallClock, logger: Logger) {
        parent = plugin.directories.cache
        self.sizeLimit = sizeLimit
        self.clock = clock
        self.logger = logger
    }

    /// Opens the directory of an account, and creates it if necessary.
    ///
    /// - Returns: The files; nil when the directory cannot be created, which is logged.
    func files(of account: Account) -> FileCache? {
        do {
            return try FileCache(
                directory: parent.appending(account.cacheName), sizeLimit: sizeLimit, clock: clock, logger: logger)
        } catch {
            logger.warning(
                "cannot create the cache directory; responses are not cached", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Removes the responses to other accounts.
    ///
    /// The responses to unauthenticated requests are kept.
    ///
    /// - Parameter account: The account whose responses are kept.
    func removeOthers(than account: Account) {
        let cache = URL(fileURLWithPath: parent.string, isDirectory: true)
        let folders = (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil)) ?? []
        for folder in folders
        where ![account.cacheName, Account.anonymousCacheName].contains(folder.lastPathComponent) {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                logger.warning(
                    "cannot remove the cached responses of another account",
                    metadata: ["directory": "\(folder.path)", "error": "\(error)"])
            }
        }
    }
}
