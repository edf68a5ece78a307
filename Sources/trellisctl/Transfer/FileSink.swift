import Glibc

/// Writes lines to a file that appears under its name when it is complete, with a file of that name replaced.
///
/// Whoever may read the file that is replaced may read the new one, and nobody else. Of a symbolic link what it leads
/// to is replaced. What is no regular file, such as a pipe, is written to as it is.
actor FileSink {
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
        // Beside it, so that renaming it replaces the other at once.
        var template = Array("\(place).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw CommandFailure(EX_CANTCREAT, writing: path, errno) }
        output = OutputDescriptor(descriptor)
        temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // mkstemp(3) lets nobody else read it; a file that a user writes is for whom the umask says.
        let mask = umask(0)
        umask(mask)
        if isThere { _ = fchown(descriptor, found.st_uid, found.st_gid) }
        fchmod(descriptor, isThere ? found.st_mode & 0o777 : 0o666 & ~mask)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
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
