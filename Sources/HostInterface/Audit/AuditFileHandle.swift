import Glibc

/// An open file of the audit log.
///
/// The file is closed when the last reference is released.
final class AuditFileHandle: Sendable {
    /// The path at the time of opening; the file may have been renamed since.
    let path: String

    private let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens the files of a series.
    ///
    /// The daemon may rename files during the opening. The newest file is therefore opened first: a file that is
    /// renamed between two openings is found twice, and recognized by its inode. No file is missed.
    ///
    /// - Returns: The files, the oldest first.
    /// - Throws: ``AuditReadError`` when an existing file cannot be opened.
    static func open(_ series: AuditSeries, in directory: String) throws(AuditReadError) -> [AuditFileHandle] {
        var files: [AuditFileHandle] = []
        var seen: Set<UInt> = []
        for generation in 0..<AuditSeries.fileCount {
            let path = "\(directory)/\(series.fileName(generation))"
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else {
                if errno == ENOENT { continue }
                throw AuditReadError(path: path, errno: errno)
            }
            let file = AuditFileHandle(path: path, descriptor: descriptor)
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw AuditReadError(path: path, errno: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw AuditReadError(path: path, errno: EINVAL) }
            if seen.insert(status.st_ino).inserted { files.append(file) }
        }
        return files.reversed()
    }

    /// The current size in bytes.
    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_size : 0
    }

    /// Reads bytes at an offset.
    ///
    /// - Returns: The bytes; fewer than requested only at the end of the file.
    /// - Throws: ``AuditReadError`` when a file cannot be read.
    func read(at offset: Int, count: Int) throws(AuditReadError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // Safe: the rest of the buffer outlives the call.
                let result = pread(descriptor, buffer.baseAddress! + filled, count - filled, offset + filled)
                if result < 0 && errno == EINTR { continue }
                if result < 0 { failure = errno }
                guard result > 0 else { return }
                filled += result
            }
        }
        if failure != 0 { throw AuditReadError(path: path, errno: failure) }
        return bytes
    }
}
