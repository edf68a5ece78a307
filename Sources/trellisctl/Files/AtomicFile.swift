import Glibc

/// Writes a file atomically: it appears at its path when it is complete.
///
/// ``init(path:)`` replaces an existing file. The new file has the owner, the group and the permissions of the old one.
/// If the group cannot be kept, the group and others receive only the permissions that both had. If the path is a
/// symbolic link, its target is replaced. A path that is not a regular file, such as a pipe, is written directly.
///
/// ``init(creating:)`` creates a file that only its owner can access, and does not replace an existing one. Its path `-` is
/// standard output.
actor AtomicFile {
    /// The argument that stands for standard output.
    static let standardOutput = "-"

    private let path: String
    /// The path without symbolic links.
    private let target: String
    /// The path of the incomplete file; nil when the output is written directly.
    private let temporary: String?
    /// Whether an existing file is replaced.
    private let replaces: Bool
    private let output: OutputDescriptor
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Creates the incomplete file, or opens a path that is not a regular file.
    ///
    /// - Parameter path: The path of the complete file.
    /// - Throws: ``CommandFailure`` (EX_CANTCREAT) when the file cannot be created; `CancellationError` when the task
    ///   is cancelled while a pipe has no reader.
    init(path: String) async throws {
        self.path = path
        replaces = true
        target = Self.followingLinks(path)
        var found = stat()
        let isThere = stat(path, &found) == 0
        if isThere, found.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            output = try await OutputDescriptor(opening: path)
            return
        }
        // The file is in the same directory, because rename(2) is atomic only within a file system. A new file has the
        // permissions of the umask. A replacement is private until it has the owner and the group of the old file.
        let made = try Self.create(beside: target, mode: isThere ? 0o600 : 0o666, for: path)
        output = OutputDescriptor(made.descriptor)
        temporary = made.path
        if isThere { Self.takeAccess(of: found, for: made.descriptor) }
    }

    /// Creates an incomplete file that only its owner can access.
    ///
    /// - Parameter path: The path of the complete file, which must not exist, not even as a symbolic link; `-` for standard
    ///   output.
    /// - Throws: ``CommandFailure``: EX_CANTCREAT when the path exists, or when the file cannot be created; EX_USAGE when
    ///   standard output is a terminal.
    init(creating path: String) throws {
        if path == Self.standardOutput {
            guard isatty(STDOUT_FILENO) == 0 else {
                throw CommandFailure(
                    EX_USAGE, "standard output is a terminal", advice: "Redirect it to a file or a pipe.")
            }
            let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { throw CommandFailure(EX_IOERR, writing: "standard output", errno) }
            (self.path, target, temporary, replaces) = ("standard output", path, nil, true)
            output = OutputDescriptor(descriptor)
            return
        }
        self.path = path
        replaces = false
        target = path
        var found = stat()
        if lstat(path, &found) == 0 { throw CommandFailure(existing: path) }
        let made = try Self.create(beside: target, mode: 0o600, for: path)
        output = OutputDescriptor(made.descriptor)
        temporary = made.path
    }

    private static func create(
        beside target: String, mode: mode_t, for path: String
    ) throws -> (descriptor: CInt, path: String) {
        while true {
            let name = "\(target).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0 { return (descriptor, name) }
            guard errno == EEXIST else { throw CommandFailure(EX_CANTCREAT, writing: path, errno) }
        }
    }

    /// Copies the owner, the group and the permissions of another file, as far as the process may set them.
    private static func takeAccess(of other: stat, for descriptor: CInt) {
        // chown(2) leaves the identifier unchanged if it is -1.
        let (sameOwner, sameGroup) = (uid_t.max, gid_t.max)
        let keepsGroup = fchown(descriptor, sameOwner, other.st_gid) == 0
        _ = fchown(descriptor, other.st_uid, sameGroup)
        var mode = other.st_mode & 0o777
        if !keepsGroup {
            // Members of the old group now have the permissions of others. Members of the new group had these
            // permissions before.
            let common = mode >> 3 & mode & 0o7
            mode = mode & 0o700 | common << 3 | common
        }
        fchmod(descriptor, mode)
    }

    deinit {
        if let temporary, !isFinished { unlink(temporary) }
    }

    /// Returns a path without symbolic links, or unchanged when the file does not exist.
    static func followingLinks(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Appends a line to the file.
    ///
    /// - Parameter line: The line, without its newline.
    /// - Throws: ``CommandFailure`` (EX_IOERR) when writing fails; `CancellationError` when the task is cancelled while
    ///   a pipe is full.
    func write(line: String) async throws {
        buffer += Array(line.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= 65_536 || temporary == nil { try await flush() }
    }

    /// Appends bytes to the file.
    ///
    /// - Throws: The errors of ``write(line:)``.
    func write(_ bytes: [UInt8]) async throws {
        buffer += bytes
        try await flush()
    }

    /// Completes the file and moves it to its path.
    ///
    /// - Throws: ``CommandFailure``: EX_IOERR when the file cannot be written or moved, EX_CANTCREAT when the path
    ///   exists and must not be replaced. The path is then unchanged.
    func finish() async throws {
        try await flush()
        if let temporary {
            guard output.synchronize() else { throw failure(errno) }
            if replaces {
                guard rename(temporary, target) == 0 else { throw failure(errno) }
            } else {
                // Unlike rename(2), link(2) fails when the path exists.
                guard link(temporary, target) == 0 else {
                    throw errno == EEXIST
                        ? CommandFailure(existing: path) : CommandFailure(EX_CANTCREAT, writing: path, errno)
                }
                unlink(temporary)
            }
        }
        isFinished = true
    }

    private func flush() async throws {
        let bytes = buffer
        buffer = []
        do {
            try await output.write(bytes)
        } catch let error as SystemCallFailure {
            throw failure(error.code)
        }
    }

    private func failure(_ code: CInt) -> CommandFailure {
        CommandFailure(EX_IOERR, writing: path, code)
    }
}
