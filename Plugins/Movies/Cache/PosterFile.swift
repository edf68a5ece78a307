import Trellis
import TrellisHTTP

/// A poster that is read in chunks.
///
/// The poster stays readable until it is closed, even if the cache removes its file.
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

    /// Creates a poster from a cached file.
    init(_ file: CachedFile, format: PosterFormat) {
        size = file.size
        self.format = format
        content = .file(file)
    }

    /// Creates a poster from an image in memory.
    init(_ image: PosterImage) {
        size = image.bytes.count
        format = image.format
        content = .bytes(image.bytes)
    }

    /// Reads a chunk of the image.
    ///
    /// - Parameters:
    ///   - offset: The position of the chunk, in bytes from the start of the image.
    ///   - count: The number of bytes to read; fewer are returned at the end of the image.
    /// - Returns: The bytes of the chunk.
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

    /// Closes the cached file; a poster in memory needs no closing.
    func close() {
        if case .file(let file) = content { file.close() }
    }
}
