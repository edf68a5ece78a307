public import Foundation
import Trellis

/// An open file of a ``FileCache``.
///
/// It stays readable until it is closed, even when the cache removes or replaces it meanwhile.
public struct CachedFile: Sendable {
    /// A file does not have the bytes that were written to it.
    public struct Damaged: Error, Sendable, CustomStringConvertible {
        /// The description of the error.
        public var description: String { "the checksum does not match the contents" }
    }

    /// The number of bytes after the contents: their SHA-256 digest.
    static let trailerSize = SHA256.digestSize

    /// The number of bytes of the contents.
    public let size: Int

    /// The date of the file: when it was stored, or last touched.
    public let date: Date

    private let descriptor: FileDescriptor

    /// Opens a file and verifies its checksum.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``Damaged``; the error of opening or reading.
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
    ///   - offset: The number of bytes before it.
    ///   - count: The number of bytes; fewer are returned at the end of the contents.
    /// - Returns: The bytes.
    /// - Throws: ``Damaged`` when the file was truncated after it was opened; the error of reading.
    public func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        try descriptor.bytes(at: offset, count: max(min(count, size - offset), 0))
    }

    /// Closes the file.
    public func close() {
        try? descriptor.close()
    }

    /// Writes a new file with its checksum, readable by its owner only.
    ///
    /// - Parameters:
    ///   - contents: The contents.
    ///   - path: The file, which does not exist.
    /// - Throws: The error of writing; a part of the file may exist then.
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
    /// Reads as many bytes as requested.
    ///
    /// - Throws: ``CachedFile/Damaged`` when the file has fewer; the error of reading.
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
