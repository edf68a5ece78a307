import Trellis
import TrellisHTTP

/// A cache of posters, as files in the directory `posters` below the plugin's cache directory.
///
/// When the cache is full, the least recently read posters are removed.
final class PosterCache: Sendable {
    private let files: FileCache

    /// Creates a cache in the files that belong to it.
    init(files: Tagged<PosterCache, FileCache>) {
        self.files = files.value
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
