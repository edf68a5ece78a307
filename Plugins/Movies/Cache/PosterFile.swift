import Trellis
import TrellisHTTP

/// A poster that is read in chunks.
///
/// It stays readable until it is closed, even when the cache removes its file meanwhile.
struct PosterFile: Sendable {
    private enum Content: Sendable {
        case file(CachedFile)
        case bytes([UInt8])
    }

    /// The number of bytes of the image.
    let size: Int

    /// The format of the image.
    let format: PosterFormat

    private let content: Content

    /// A poster in the cache.
    init(_ file: CachedFile, format: PosterFormat) {
        size = file.size
        self.format = format
        content = .file(file)
    }

    /// A poster in memory.
    init(_ image: PosterImage) {
        size = image.bytes.count
        format = image.format
        content = .bytes(image.bytes)
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes before it.
    ///   - count: The number of its bytes; fewer at the end of the image.
    /// - Returns: The bytes.
    /// - Throws: ``MovieSourceError`` when the file was truncated after it was opened; the error of reading.
    func chunk(at offset: Int, count: Int) throws -> [UInt8] {
        switch content {
        case .bytes(let bytes):
            return Array(bytes.dropFirst(offset).prefix(count))
        case .file(let file):
            do {
                return try file.bytes(at: offset, count: count)
            } catch is CachedFile.Damaged {
                throw MovieSourceError.unavailable(reason: "the cached poster was truncated while it was sent")
            }
        }
    }

    /// Closes the file.
    func close() {
        if case .file(let file) = content { file.close() }
    }
}
