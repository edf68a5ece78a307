import Foundation
import Trellis

/// Poster images, as files in the folder `posters` of the plugin's cache directory.
///
/// Nobody but the plugin writes there, under names that the plugin makes: what a client says never becomes a part of
/// a path. An image is written to a file of another name and renamed when it is whole; a file that was damaged or
/// truncated afterwards is removed, and its poster is fetched again. When there are more bytes than may be, the files
/// that were not read for the longest time are removed; whoever reads one meanwhile reads on.
final class PosterCache: Sendable {
    private let folder: URL
    private let limit: Int
    private let clock: WallClock
    private let logger: Logger

    /// Creates the folder.
    ///
    /// - Parameters:
    ///   - plugin: Its cache directory.
    ///   - configuration: How many bytes are kept.
    /// - Throws: ``Trellis/PluginFailure`` when the folder can't be made.
    init(plugin: PluginEnvironment, configuration: MoviesConfiguration) throws(PluginFailure) {
        folder = URL(fileURLWithPath: plugin.directories.cache.appending("posters").string, isDirectory: true)
        limit = configuration.posterCache.bytes
        clock = plugin.clock
        logger = plugin.logger
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PluginFailure(.cannotCreate, "the folder \(folder.path) can't be made", cause: error)
        }
        // What an earlier run left half written. Nobody writes here yet.
        for file in files() where file.url.lastPathComponent.hasPrefix(".") {
            try? FileManager.default.removeItem(at: file.url)
        }
        trim()
    }

    /// Opens the file of a poster.
    ///
    /// - Parameter name: The name of the file, as ``MovieSource/posterFileName(for:)`` makes it.
    /// - Returns: The poster, which the caller closes; nil when it is not kept, or its file is damaged.
    func poster(named name: String) -> PosterFile? {
        let url = folder.appendingPathComponent(name)
        do {
            guard let poster = try PosterFile(at: FilePath(url.path)) else { return nil }
            // What was read just now is removed last.
            try? FileManager.default.setAttributes([.modificationDate: clock.now()], ofItemAtPath: url.path)
            return poster
        } catch {
            logger.warning(
                "a cached poster is damaged; it is removed and fetched again",
                metadata: ["file": "\(url.path)", "error": "\(error)"])
            try? FileManager.default.removeItem(at: url)
            return nil
        }
    }

    /// Keeps a poster.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - name: The name of the file.
    func keep(_ image: PosterImage, named name: String) {
        let url = folder.appendingPathComponent(name)
        let draft = folder.appendingPathComponent(".\(UUID().uuidString)")
        do {
            try Data(PosterFile.contents(of: image)).write(to: draft)
            try FileManager.default.setAttributes(
                [.modificationDate: clock.now(), .posixPermissions: 0o600], ofItemAtPath: draft.path)
            guard rename(draft.path, url.path) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            try? FileManager.default.removeItem(at: draft)
            // The image is there all the same, and is fetched again the next time.
            logger.notice("a poster could not be kept", metadata: ["file": "\(url.path)", "error": "\(error)"])
        }
        trim()
    }

    /// Removes what is too much.
    ///
    /// Several may do so side by side: they find the same files.
    private func trim() {
        let files = files().sorted { $0.read < $1.read }
        var bytes = files.reduce(0) { $0 + $1.size }
        for file in files where bytes > limit {
            try? FileManager.default.removeItem(at: file.url)
            bytes -= file.size
        }
    }

    private func files() -> [(url: URL, size: Int, read: Date)] {
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let urls = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)) ?? []
        return urls.compactMap { url in
            guard let values = try? url.resourceValues(forKeys: Set(keys)) else { return nil }
            return (url, values.fileSize ?? 0, values.contentModificationDate ?? .distantPast)
        }
    }
}
