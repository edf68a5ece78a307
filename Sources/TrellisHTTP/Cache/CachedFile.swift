public import Foundation
import Trellis

/// An open file of a ``FileCache``.
///
/// The file stays readable until it is closed, even if the cache removes or replaces it.
public struct CachedFile: Sendable {
    /// The error that reports a file whose contents differ from the stored contents.
    public struct Damaged: Error, Sendable, CustomStringConvertible {
        /// The reason, without the name of the file.
        public var description: String { "the checksum does not match the contents" }
    }

    /// The number of bytes of the SHA-256 digest that follows the contents in the file.
    static let trailerSize = SHA256.digestSize

    /// The number of bytes of the contents.
    public let size: Int

    /// The time at which the file was stored or last touched.
    public let date: Date

    private let descriptor: FileDescriptor

    /// Opens a file and verifies its checksum.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``Damaged`` when the checksum does not match; the error of opening or reading.
    init(at path: FilePath) throws {
        // Non-blocking: opening a FIFO would otherwise wait for a writer.
        let descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        do {
            var status = stat()
            guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
            size = Int(status.st_size) - Self.trailerSize
            date = Date(
                timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
            self.descriptor = descriptor
            try verify()
        } catch {
            try? descriptor.close()
            throw error
        }
    }

    /// Reads a part of the contents.
    ///
    /// - Parameters:
    ///   - offset: The position of the part, in bytes from the start of the contents.
    ///   - count: The number of bytes; fewer are returned at the end of the contents.
    /// - Returns: The bytes of the part.
    /// - Throws: ``Damaged`` when the file was truncated after it was opened; the error of reading.
    public func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        try descriptor.bytes(at: offset, count: max(min(count, size - offset), 0))
    }

    /// Closes the file.
    public func close() {
        try? descriptor.close()
    }

    /// Writes contents and their checksum to a new file that only its owner can read.
    ///
    /// - Parameters:
    ///   - contents: The contents without the checksum.
    ///   - path: The path of the file, which must not exist.
    /// - Throws: The error of writing. The file may then be incomplete.
    static func write(_ contents: [UInt8], to path: FilePath) throws {
        let descriptor = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerRead, .ownerWrite])
        try descriptor.closeAfter {
            _ = try descriptor.writeAll(contents)
            _ = try descriptor.writeAll(SHA256.digest(of: contents))
        }
    }

    private func verify() throws {
        guard size >= 0 else { throw Damaged() }
        var hash = SHA256()
        for offset in stride(from: 0, to: size, by: 64 << 10) { hash.update(try bytes(at: offset, count: 64 << 10)) }
        guard try descriptor.bytes(at: size, count: Self.trailerSize) == hash.digest else { throw Damaged() }
    }
}

extension FileDescriptor {
    /// Reads exactly the requested number of bytes.
    ///
    /// - Throws: ``CachedFile/Damaged`` when the file has fewer bytes; the error of reading.
    fileprivate func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        try Array(unsafeUninitializedCapacity: count) { buffer, length in
            // Safe: read(2) writes at most the size of the buffer, and `length` is the number of written bytes.
            let rest = UnsafeMutableRawBufferPointer(buffer)
            while length < count {
                let read = try self.read(
                    fromAbsoluteOffset: Int64(offset + length),
                    into: UnsafeMutableRawBufferPointer(rebasing: rest[length..<count]))
                guard read > 0 else { throw CachedFile.Damaged() }
                length += read
            }
        }
    }
}
