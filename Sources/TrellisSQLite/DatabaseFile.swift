import Foundation
import Glibc
import Trellis

/// The file of a database and its write-ahead log in the file system.
struct DatabaseFile: Sendable, Hashable {
    /// The path of the database.
    let path: FilePath

    /// The path of the write-ahead log.
    var log: FilePath { FilePath(path.string + "-wal") }

    /// The inodes of the database and its log, for the detection of a replaced file.
    struct Identity: Sendable, Hashable {
        fileprivate struct Inode: Sendable, Hashable {
            var device: UInt64
            var number: UInt64
        }

        fileprivate var database: Inode
        fileprivate var log: Inode
    }

    /// Rejects a file that is not a complete database, before SQLite opens it and may write to it.
    ///
    /// A missing or empty file without a log is accepted as a new database.
    ///
    /// - Returns: Whether the file exists and is empty.
    /// - Throws: `PluginFailure` with the file, the reason and the remedy; `Errno` when the file cannot be
    ///   read.
    @discardableResult
    func inspect() throws -> Bool {
        let logSize = try Self.status(of: log)?.st_size ?? 0
        guard let bytes = try start() else {
            guard logSize == 0 else {
                throw damage("\(path) is missing, although its log \(log) holds changes")
            }
            return false
        }
        if bytes.start.isEmpty {
            // SQLite deletes the log of an empty file.
            guard logSize == 0 else { throw damage("\(path) is empty, although its log \(log) holds changes") }
            return true
        }
        guard DatabaseHeader.isDatabase(bytes.start) else {
            throw PluginFailure(
                .data, "\(path) is not a SQLite database; it was left unchanged",
                advice: "Move it away, or restore it from a backup, and start trellisd again")
        }
        guard let header = DatabaseHeader(bytes.start) else { throw damage("\(path) has an invalid header") }
        // Pages that are missing in the file may be in the log.
        if logSize == 0, let expected = header.fileSize, bytes.size < expected {
            throw damage("\(path) is incomplete: expected \(expected) bytes, got \(bytes.size)")
        }
        return false
    }

    /// Returns the identity of the current files.
    ///
    /// - Throws: `Errno`, for example when one of the files does not exist.
    func identity() throws -> Identity {
        Identity(database: try Self.inode(of: path), log: try Self.inode(of: log))
    }

    /// Returns the number of bytes that are available to this process on the file system.
    ///
    /// - Throws: `Errno` when statvfs(3) fails.
    func availableSpace() throws -> Int {
        var status = statvfs()
        guard statvfs(path.removingLastComponent().string, &status) == 0 else { throw Errno(rawValue: errno) }
        return Int(clamping: status.f_bavail.multipliedReportingOverflow(by: status.f_frsize).partialValue)
    }

    /// Returns the bytes of the header and the size of the file; nil when the file does not exist.
    private func start() throws -> (start: [UInt8], size: Int)? {
        let file: FileDescriptor
        do {
            // Non-blocking, because opening a FIFO waits for a writer.
            file = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .noFollow, .closeOnExec])
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch Errno.tooManySymbolicLinkLevels {
            throw PluginFailure(
                .data, "\(path) is a symbolic link; it was left unchanged",
                advice:
                    "Move the file itself here, and start trellisd again. To keep all data elsewhere, set the state directory"
            )
        }
        return try file.closeAfter {
            var status = stat()
            guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw PluginFailure(
                    .data, "\(path) is not a regular file; it was left unchanged",
                    advice: "Move it away, and start trellisd again")
            }
            let start = try [UInt8](unsafeUninitializedCapacity: DatabaseHeader.size) { buffer, count in
                count = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
            }
            return (start, status.st_size)
        }
    }

    private func damage(_ sentence: String) -> PluginFailure {
        PluginFailure(
            .data, "\(sentence); it was left unchanged",
            advice: "Restore the database from a backup, and start trellisd again")
    }

    private static func inode(of path: FilePath) throws -> Identity.Inode {
        guard let status = try status(of: path) else { throw Errno.noSuchFileOrDirectory }
        return Identity.Inode(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// Returns the status of a file; nil when the file does not exist.
    private static func status(of path: FilePath) throws -> stat? {
        var status = stat()
        guard stat(path.string, &status) == 0 else {
            let error = Errno(rawValue: errno)
            if error == .noSuchFileOrDirectory { return nil }
            throw error
        }
        return status
    }
}
