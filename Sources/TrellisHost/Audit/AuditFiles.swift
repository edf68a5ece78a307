import Glibc
import HostInterface
import SystemPackage

/// The files of the audit log, one per series.
struct AuditFiles {
    /// The folder of the files.
    let directory: FilePath

    private var files: [AuditSeries: AuditFile]

    /// Creates the value without opening a file.
    ///
    /// - Parameters:
    ///   - directory: The folder, which is created when a line is written.
    ///   - maximumSize: The maximum size of a file in bytes.
    init(directory: FilePath, maximumSize: Int) {
        self.directory = directory
        files = Dictionary(
            uniqueKeysWithValues: AuditSeries.allCases.map {
                ($0, AuditFile(directory: directory, series: $0, maximumSize: maximumSize))
            })
    }

    /// Terminates incomplete lines that a crash left.
    mutating func repair() throws(Errno) {
        for series in AuditSeries.allCases { try files[series]?.repair() }
    }

    /// Appends a line.
    mutating func append(_ line: String, to series: AuditSeries) throws(Errno) {
        do throws(Errno) {
            try files[series]?.append(line)
        } catch {
            // The file is opened again for the next line, in case the folder was replaced.
            files[series]?.close()
            throw error
        }
    }
}

/// Appends records to the newest file of a series.
///
/// Each line is written by one call of write(2), so that it survives the end of the process. An incomplete line, left
/// by a full disk or a crash, is removed or terminated before the next line is written.
struct AuditFile {
    private let directory: FilePath
    private let series: AuditSeries
    private let maximumSize: Int
    private var descriptor: FileDescriptor?

    /// Whether the file ends with an incomplete line.
    private var isTorn = false

    /// Creates the value without opening a file.
    init(directory: FilePath, series: AuditSeries, maximumSize: Int) {
        self.directory = directory
        self.series = series
        self.maximumSize = maximumSize
    }

    /// Terminates an incomplete line that a crash left.
    mutating func repair() throws(Errno) {
        guard access(path(0).string, F_OK) == 0 else { return }
        let file = try open()
        guard isTorn else { return }
        try write("\n".utf8, to: file, after: try size(of: file).bytes)
        isTorn = false
    }

    /// Appends a line.
    ///
    /// - Parameter line: The line, without a line feed.
    /// - Throws: `Errno`; the file is then unchanged.
    mutating func append(_ line: String) throws(Errno) {
        var file = try open()
        var size = try size(of: file)
        if size.isRemoved {
            close()
            file = try open()
            size = try self.size(of: file)
        }
        let length = line.utf8.count + 1
        if size.bytes > 0, size.bytes + length > maximumSize {
            try rotate()
            file = try open()
            size.bytes = 0
        }
        try write("\(isTorn ? "\n" : "")\(line)\n".utf8, to: file, after: size.bytes)
        isTorn = false
    }

    /// Closes the file.
    mutating func close() {
        try? descriptor?.close()
        descriptor = nil
        isTorn = false
    }

    private func path(_ generation: Int) -> FilePath { directory.appending(series.fileName(generation)) }

    private mutating func open() throws(Errno) -> FileDescriptor {
        if let descriptor { return descriptor }
        let file: FileDescriptor
        do {
            file = try openFile()
        } catch .noSuchFileOrDirectory {
            guard mkdir(directory.string, 0o700) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
            file = try openFile()
        }
        descriptor = file
        let end = try size(of: file).bytes
        isTorn = false
        if end > 0 {
            var byte: UInt8 = 0
            // Safe: the byte outlives the call.
            guard pread(file.rawValue, &byte, 1, end - 1) == 1 else { throw Errno(rawValue: errno) }
            isTorn = byte != 0x0A
        }
        return file
    }

    private func openFile() throws(Errno) -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                path(0), .readWrite, options: [.create, .append, .closeOnExec, .noFollow, .nonBlocking],
                permissions: [.ownerReadWrite])
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// The size of a file in bytes, and whether the file was removed from its directory.
    private func size(of file: FileDescriptor) throws(Errno) -> (bytes: Int, isRemoved: Bool) {
        var status = stat()
        guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        return (status.st_size, status.st_nlink == 0)
    }

    /// Renames the files of the series, so that the oldest is replaced and a new one can be started.
    private mutating func rotate() throws(Errno) {
        for generation in (1..<AuditSeries.fileCount).reversed() {
            let result = rename(path(generation - 1).string, path(generation).string)
            guard result == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
        }
        close()
    }

    /// Writes a text at the end of a file as a whole, or leaves the file unchanged.
    private mutating func write(_ text: String.UTF8View, to file: FileDescriptor, after size: Int) throws(Errno) {
        do {
            _ = try file.writeAll(text)
        } catch {
            // Only this process writes to the file, so it can be truncated to its previous size. If that fails, the
            // next line is written after a line feed.
            if (try? self.size(of: file).bytes) != size, ftruncate(file.rawValue, size) != 0 { isTorn = true }
            throw error as? Errno ?? .ioError
        }
    }
}
