import Glibc

/// Writes lines to a file that appears under its name when it is complete, with a file of that name replaced.
///
/// Whoever may read the file that is replaced may read the new one, and nobody else. Where its group can't be kept, what
/// the group or others alone were allowed is allowed to neither. Of a symbolic link what it leads to is replaced. What
/// is no regular file, such as a pipe, is written to as it is.
actor AtomicFile {
    private let path: String
    /// Where the file is: the path, with links followed.
    private let place: String
    /// Where the lines are written until they are complete; nil when that is the path itself.
    private let temporary: String?
    private let output: OutputDescriptor
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Begins a file.
    ///
    /// - Parameter path: Where it shall be.
    /// - Throws: ``CommandFailure`` (EX_CANTCREAT) when it can't be written there; `CancellationError` when the task is
    ///   cancelled while nobody reads a pipe.
    init(path: String) async throws {
        self.path = path
        place = Self.followingLinks(path)
        var found = stat()
        let isThere = stat(path, &found) == 0
        if isThere, found.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            output = try await OutputDescriptor(opening: path)
            return
        }
        // Beside it, so that renaming it replaces the other at once. A new file is for those that the umask says; one
        // that replaces another is the user's alone until it has the other's owner and group.
        let made = try Self.create(beside: place, mode: isThere ? 0o600 : 0o666, for: path)
        output = OutputDescriptor(made.descriptor)
        temporary = made.path
        if isThere { Self.takeAccess(of: found, for: made.descriptor) }
    }

    private static func create(
        beside place: String, mode: mode_t, for path: String
    ) throws -> (descriptor: CInt, path: String) {
        while true {
            let name = "\(place).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0 { return (descriptor, name) }
            guard errno == EEXIST else { throw CommandFailure(EX_CANTCREAT, writing: path, errno) }
        }
    }

    /// Gives a file the owner, the group and the permissions of another, as far as the process may.
    private static func takeAccess(of other: stat, for descriptor: CInt) {
        // An identifier of all ones is left as it is: chown(2).
        let (sameOwner, sameGroup) = (uid_t.max, gid_t.max)
        let keepsGroup = fchown(descriptor, sameOwner, other.st_gid) == 0
        _ = fchown(descriptor, other.st_uid, sameGroup)
        var mode = other.st_mode & 0o777
        if !keepsGroup {
            // Members of the old group count among the others now, and members of the new one counted there before.
            let common = mode >> 3 & mode & 0o7
            mode = mode & 0o700 | common << 3 | common
        }
        fchmod(descriptor, mode)
    }

    deinit {
        if let temporary, !isFinished { unlink(temporary) }
    }

    /// A path without symbolic links; the path itself when there is no such file.
    static func followingLinks(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Writes a line.
    ///
    /// - Parameter line: The line, without its newline.
    /// - Throws: ``CommandFailure`` (EX_IOERR) when it can't be written; `CancellationError` when the task is cancelled
    ///   while the reader of a pipe takes nothing.
    func write(line: String) async throws {
        buffer += Array(line.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= 65_536 || temporary == nil { try await flush() }
    }

    /// Puts the file in its place.
    ///
    /// - Throws: ``CommandFailure`` (EX_IOERR) when that fails; there is no file then.
    func finish() async throws {
        try await flush()
        if let temporary {
            guard output.synchronize(), rename(temporary, place) == 0 else { throw failure(errno) }
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
