import Glibc
import Synchronization

/// Writes lines to a file that appears under its name when it is complete, with a file of that name replaced.
///
/// Whoever may read the file that is replaced may read the new one, and nobody else. Of a symbolic link what it leads to is
/// replaced. What is no regular file, such as a pipe, is written to as it is.
final class FileSink: Sendable {
    private struct State {
        var buffer: [UInt8] = []
        var isFinished = false
    }

    private let path: String
    /// Where the file is: the path, with links followed.
    private let place: String
    /// Where the lines are written until they are complete; nil when that is the path itself.
    private let temporary: String?
    private let descriptor: CInt
    private let state = Mutex(State())

    /// Begins a file.
    ///
    /// - Parameter path: Where it shall be.
    /// - Throws: ``CommandFailure`` (EX_CANTCREAT) when it can't be written there.
    init(path: String) throws {
        self.path = path
        place = Self.followingLinks(path)
        var found = stat()
        let isThere = stat(path, &found) == 0
        if isThere, found.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            // Beside it, so that renaming it replaces the other at once.
            var template = Array("\(place).XXXXXX".utf8CString)
            descriptor = mkstemp(&template)
            temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard descriptor >= 0 else {
            throw CommandFailure(EX_CANTCREAT, writing: path, errno)
        }
        if temporary != nil {
            // mkstemp(3) lets nobody else read it; a file that a user writes is for whom the umask says.
            let mask = umask(0)
            umask(mask)
            if isThere { _ = fchown(descriptor, found.st_uid, found.st_gid) }
            fchmod(descriptor, isThere ? found.st_mode & 0o777 : 0o666 & ~mask)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(descriptor)
        if let temporary, !state.withLock(\.isFinished) { unlink(temporary) }
    }

    /// Whether a path is written to as it is, so that nothing is left to clean up when that is cut off.
    static func isWrittenInPlace(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT != S_IFREG
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
    /// - Throws: ``CommandFailure`` (EX_IOERR) when it can't be written.
    func write(line: String) throws {
        try state.withLock { state in
            state.buffer += Array(line.utf8)
            state.buffer.append(UInt8(ascii: "\n"))
            if state.buffer.count >= 65_536 || temporary == nil { try flush(&state) }
        }
    }

    /// Puts the file in its place.
    ///
    /// - Throws: ``CommandFailure`` (EX_IOERR) when that fails; there is no file then.
    func finish() throws {
        try state.withLock { state in
            try flush(&state)
            if let temporary {
                guard fsync(descriptor) == 0, rename(temporary, place) == 0 else { throw failure() }
            }
            state.isFinished = true
        }
    }

    private func flush(_ state: inout State) throws {
        var bytes = state.buffer[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { bytes.removeFirst(count) } else if errno != EINTR { throw failure() }
        }
        state.buffer = []
    }

    private func failure() -> CommandFailure {
        CommandFailure(EX_IOERR, writing: path, errno)
    }
}
