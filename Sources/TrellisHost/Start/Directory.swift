import Glibc
import SystemPackage
import Systemd

/// Directories that the daemon makes and writes.
enum Directory {
    /// Makes a directory and those above it that are missing, and sees that it can be written.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - purpose: What it is for, for messages: `state directory`.
    ///   - mode: The permission bits of what is made. Default: 0700, the daemon's user alone.
    ///   - protection: What is required of a directory that exists. Default: nothing.
    /// - Throws: ``HostFailure`` when it can't be made or written, is something else, or others could change it.
    static func make(
        _ path: FilePath, purpose: String, mode: mode_t = 0o700, protection: Protection? = nil
    ) throws(HostFailure) {
        try makeMissing(path, purpose: purpose, mode: mode)
        try protection?.check(path, purpose: purpose)
        guard access(path.string, W_OK | X_OK) == 0 else {
            let error = Errno(rawValue: errno)
            throw HostFailure(
                error == .readOnlyFileSystem ? .inputOutputError : .noPermission,
                "the \(purpose) \(path) can't be written: \(error)",
                advice: "Give it to the user that the daemon runs as", errno: error.rawValue)
        }
    }

    private static func makeMissing(_ path: FilePath, purpose: String, mode: mode_t) throws(HostFailure) {
        var status = stat()
        if stat(path.string, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw HostFailure(
                    .cannotCreate, "the \(purpose) \(path) is not a directory",
                    advice: "Move away what is there, or name another directory", errno: ENOTDIR)
            }
            return
        }
        let parent = path.removingLastComponent()
        if errno == ENOENT, !parent.isEmpty, parent != path { try makeMissing(parent, purpose: purpose, mode: mode) }
        // Another process may have made it meanwhile: that is as good.
        let isMade = mkdir(path.string, mode) == 0
        guard isMade || errno == EEXIST else {
            let error = Errno(rawValue: errno)
            throw HostFailure(
                error == .permissionDenied ? .noPermission : .cannotCreate,
                "the \(purpose) \(path) can't be made: \(error)",
                advice: "Make it by hand and give it to the user that the daemon runs as, or name another directory",
                errno: error.rawValue)
        }
        // The umask of the daemon lets nobody else in.
        if isMade, mode & 0o077 != 0 { chmod(path.string, mode) }
    }
}
