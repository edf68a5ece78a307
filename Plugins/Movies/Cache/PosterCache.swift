import Trellis
import TrellisHTTP

/// A cache of posters, as files in the directory `posters` below the plugin's cache directory.
///
/// When the cache is full, the least recently read posters are removed.
final class PosterCache: Sendable {
    private let files: FileCache

    /// Opens the cache, and creates its directory.
    ///
    /// - Parameters:
    ///   - plugin: The environment with the cache directory.
    ///   - configuration: The configuration with the maximum size.
    /// - Throws: `PluginFailure` when the directory cannot be created.
    init(plugin: PluginEnvironment, configuration: MoviesConfiguration) throws(PluginFailure) {
        let directory = plugin.directories.cache.appending("posters")
        do {
            files = try FileCache(
                directory: directory, sizeLimit: configuration.posterCache, clock: plugin.clock, logger: plugin.logger)
        } catch {
            throw PluginFailure(.cannotCreate, "cannot create the directory \(directory)", cause: error)
        }
    }

    /// Opens the file of a poster.
    ///
    /// - Parameter name: The name of the file, as ``MovieSource/posterFileName(for:)`` returns it.
    /// - Returns: The poster, which the caller closes; nil when it is not cached, or its file is damaged.
    func poster(named name: String) -> PosterFile? {
        guard let format = FilePath(name).extension.flatMap(PosterFormat.init(rawValue:)),
            let file = files.open(name)
        else { return nil }
        // The cache removes the files with the oldest dates first.
        files.touch(name)
        return PosterFile(file, format: format)
    }

    /// Stores a poster.
    ///
    /// - Parameters:
    ///   - image: The poster to store.
    ///   - name: The name of the file, as ``MovieSource/posterFileName(for:)`` returns it.
    func store(_ image: PosterImage, named name: String) {
        files.store(image.bytes, as: name)
    }
}
