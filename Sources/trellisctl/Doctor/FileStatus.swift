import Glibc

/// The type, the owner and the permissions of a file.
struct FileStatus: Sendable {
    /// The user identifier of the owner.
    let owner: UInt32

    /// The group identifier of the file.
    let group: UInt32

    /// The permission bits.
    let mode: UInt32

    /// The size in bytes.
    let size: Int

    /// The time of the last change of the contents, in seconds since 1970.
    let modified: Int

    /// Whether the file is a socket.
    let isSocket: Bool

    /// Whether the file is a directory.
    let isDirectory: Bool

    /// The permission bits in octal, such as `0750`.
    var octalMode: String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    fileprivate init(_ status: stat) {
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }
}

extension DoctorEnvironment {
    /// Returns the status of a file.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - followsLinks: Whether to follow a symbolic link. Default: true.
    /// - Returns: The status; nil when the file does not exist.
    /// - Throws: ``CommandFailure`` when the status cannot be read, for example without permission for a directory.
    func status(of path: String, followsLinks: Bool = true) throws -> FileStatus? {
        var status = stat()
        guard (followsLinks ? stat(root + path, &status) : lstat(root + path, &status)) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw CommandFailure(reading: path, errno)
        }
        return FileStatus(status)
    }

    /// Returns the names of the files in a directory, in alphabetical order; empty when it cannot be read.
    func names(in path: String) -> [String] {
        guard let directory = opendir(root + path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // Safe: the entry is valid until the next call, and its name ends with a null character. The entry is not
            // copied, because it may be shorter than `dirent`.
            guard let name = entry.pointer(to: \.d_name) else { continue }
            names.append(String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)))
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// Returns the text of a file; nil when it cannot be read.
    func text(of path: String) -> String? {
        let descriptor = open(root + path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
