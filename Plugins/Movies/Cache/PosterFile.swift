import Trellis

/// A poster that is read piece by piece.
///
/// What it reads stays there until it is closed, also when its file is removed meanwhile.
struct PosterFile: Sendable {
    private enum Content: Sendable {
        case file(FileDescriptor)
        case bytes([UInt8])
    }

    /// How many bytes the image has.
    let size: Int

    /// What sort of image it is.
    let format: PosterFormat

    private let content: Content

    /// Opens a file; nil when there is none, or it is empty.
    ///
    /// - Parameter path: The file; the end of its name tells the format.
    init?(at path: FilePath) {
        guard let format = path.extension.flatMap(PosterFormat.init(rawValue:)),
            let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        else { return nil }
        guard let size = try? file.seek(offset: 0, from: .end), size > 0 else {
            try? file.close()
            return nil
        }
        self.size = Int(size)
        self.format = format
        content = .file(file)
    }

    /// A poster that is in memory.
    init(_ image: PosterImage) {
        size = image.bytes.count
        format = image.format
        content = .bytes(image.bytes)
    }

    /// Reads a piece.
    ///
    /// - Parameters:
    ///   - offset: How many bytes come before it.
    ///   - count: How many bytes it has; fewer at the end.
    /// - Returns: The bytes.
    /// - Throws: What reading the file throws.
    func piece(at offset: Int, count: Int) throws -> [UInt8] {
        switch content {
        case .bytes(let bytes):
            return Array(bytes.dropFirst(offset).prefix(count))
        case .file(let file):
            return try Array(unsafeUninitializedCapacity: count) { buffer, length in
                // The descriptor fills what it says, and no more than the buffer has.
                length = try file.read(fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Lets go of the file.
    func close() {
        if case .file(let file) = content { try? file.close() }
    }
}
