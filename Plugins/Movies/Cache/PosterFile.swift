import Trellis
import TrellisHTTP

/// A poster that is read in chunks.
///
/// Its file stays readable until it is closed, also when it is removed meanwhile. The file has the image, and then its
/// size and checksum, each in 8 bytes in little-endian order, so that a file that was truncated or damaged is detected.
struct PosterFile: Sendable {
    /// The file of a poster does not have the bytes that were written to it.
    struct Damaged: Error {}

    private enum Content: Sendable {
        case file(FileDescriptor)
        case bytes([UInt8])
    }

    private static let trailerSize = 16

    /// The number of bytes of the image.
    let size: Int

    /// The format of the image.
    let format: PosterFormat

    private let content: Content

    /// Opens a file, and checks it; nil when there is no such file.
    ///
    /// - Parameter path: The file; its extension names the format.
    /// - Throws: ``Damaged``, and the error of reading.
    init?(at path: FilePath) throws {
        guard let format = path.extension.flatMap(PosterFormat.init(rawValue:)) else { return nil }
        let file: FileDescriptor
        do {
            // Not blocking: a FIFO in the place of the file has no writer.
            file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        } catch Errno.noSuchFileOrDirectory {
            return nil
        }
        do {
            self.size = try Self.checkedSize(of: file)
        } catch {
            try? file.close()
            throw error
        }
        self.format = format
        content = .file(file)
    }

    /// A poster in memory.
    init(_ image: PosterImage) {
        size = image.bytes.count
        format = image.format
        content = .bytes(image.bytes)
    }

    /// The contents of the file of an image.
    static func contents(of image: PosterImage) -> [UInt8] {
        image.bytes + trailer(size: image.bytes.count, Checksum(of: image.bytes))
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes before it.
    ///   - count: The number of its bytes; fewer at the end of the image.
    /// - Returns: The bytes.
    /// - Throws: ``MovieSourceError`` when the file was truncated after it was opened; the error of reading.
    func piece(at offset: Int, count: Int) throws -> [UInt8] {
        let count = max(min(count, size - offset), 0)
        switch content {
        case .bytes(let bytes):
            return Array(bytes.dropFirst(offset).prefix(count))
        case .file(let file):
            do {
                return try file.bytes(at: offset, count: count)
            } catch is Damaged {
                throw MovieSourceError.away(reason: "the cached poster was truncated while it was sent")
            }
        }
    }

    /// Releases the file.
    func close() {
        if case .file(let file) = content { try? file.close() }
    }

    private static func trailer(size: Int, _ checksum: Checksum) -> [UInt8] {
        [UInt64(size), checksum.value].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }

    /// The size of the image in a file whose trailer is right.
    private static func checkedSize(of file: FileDescriptor) throws -> Int {
        let size = Int(try file.seek(offset: 0, from: .end)) - trailerSize
        guard size > 0 else { throw Damaged() }
        var checksum = Checksum()
        for offset in stride(from: 0, to: size, by: 64 << 10) {
            checksum.add(try file.bytes(at: offset, count: min(64 << 10, size - offset)))
        }
        guard try file.bytes(at: size, count: trailerSize) == trailer(size: size, checksum) else { throw Damaged() }
        return size
    }
}

extension FileDescriptor {
    /// Reads as many bytes as requested.
    ///
    /// - Throws: ``PosterFile/Damaged`` when the file has fewer; the error of reading.
    fileprivate func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        try Array(unsafeUninitializedCapacity: count) { buffer, length in
            // The kernel writes to the buffer, no more than it has, and `length` counts what it wrote.
            let rest = UnsafeMutableRawBufferPointer(buffer)
            while length < count {
                let read = try self.read(
                    fromAbsoluteOffset: Int64(offset + length),
                    into: UnsafeMutableRawBufferPointer(rebasing: rest[length..<count]))
                guard read > 0 else { throw PosterFile.Damaged() }
                length += read
            }
        }
    }
}
