package import Glibc
package import SystemPackage
import Systemd

/// The creation of directories.
package enum Directory {
    /// Creates a directory and its missing parents, and checks that it is writable.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - purpose: The purpose of the directory, for messages: `state directory`.
    ///   - mode: The permission bits of created directories. Default: 0700.
    ///   - protection: The required ownership and mode of an existing directory. Default: none.
    /// - Throws: ``HostFailure`` when the path cannot be created or written, is not a directory, or is not protected.
    package static func create(
        _ path: FilePath, purpose: String, mode: mode_t = 0o700, protection: DirectoryProtection? = nil
    ) throws(HostFailure) {
        try createMissing(path, purpose: purpose, mode: mode)
        try protection?.check(path, purpose: purpose)
        guard access(path.string, W_OK | X_OK) == 0 else {
            let error = Errno(rawValue: errno)
            throw HostFailure(
                error == .readOnlyFileSystem ? .inputOutputError : .noPermission,
                "cannot write to the \(purpose) \(path): \(error)",
                advice: "Change its owner to the daemon's user", errno: error.rawValue)
        }
    }

    /// Continues as the owner of a directory if the process runs as root.
    ///
    /// New files then belong to the user of the daemon, and a link in the directory cannot lead to files that only root may change.
    ///
    /// - Parameter path: The directory; nothing happens if it does not exist.
    /// - Throws: ``HostFailure`` when the user cannot be changed.
    package static func becomeOwner(of path: FilePath) throws(HostFailure) {
        var owner = stat()
        guard geteuid() == 0, stat(path.string, &owner) == 0, owner.st_uid != 0 else { return }
        guard setgroups(0, nil) == 0, setegid(owner.st_gid) == 0, seteuid(owner.st_uid) == 0 else {
            throw HostFailure(
                .operatingSystemError, "cannot continue as user \(owner.st_uid): \(Errno(rawValue: errno))")
        }
    }

    private static func createMissing(_ path: FilePath, purpose: String, mode: mode_t) throws(HostFailure) {
        var status = stat()
        if stat(path.string, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw HostFailure(
                    .cannotCreate, "the \(purpose) \(path) is not a directory",
                    advice: "Move it away, or choose another directory", errno: ENOTDIR)
            }
            return
        }
        let parent = path.removingLastComponent()
        if errno == ENOENT, !parent.isEmpty, parent != path { try createMissing(parent, purpose: purpose, mode: mode) }
        // Another process may have created the directory in the meantime.
        let isCreated = mkdir(path.string, mode) == 0
        guard isCreated || errno == EEXIST else {
            let error = Errno(rawValue: errno)
            throw HostFailure(
                error == .permissionDenied ? .noPermission : .cannotCreate,
                "cannot create the \(purpose) \(path): \(error)",
                advice: "Create it and change its owner to the daemon's user, or choose another directory",
                errno: error.rawValue)
        }
        // The daemon's umask removes the permissions of others.
        if isCreated, mode & 0o077 != 0 { chmod(path.string, mode) }
    }
}

/// The ownership and mode that a directory must have, so that only the daemon's user and root can change its contents.
package enum DirectoryProtection {
    /// A directory that an operator or systemd names.
    ///
    /// Root may own the directory. The path may be a symbolic link, which systemd creates for `DynamicUser=`.
    case named

    /// A directory that the daemon created inside a named one.
    case own

    /// Checks the owner, the mode and the type of a directory.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - purpose: The purpose of the directory, for messages: `state directory`.
    /// - Throws: ``HostFailure`` when other users may change its contents.
    package func check(_ path: FilePath, purpose: String) throws(HostFailure) {
        var status = stat()
        if self == .own, lstat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw HostFailure(
                .noPermission, "the \(purpose) \(path) is a symbolic link, expected a directory",
                advice: "Replace it with a directory; to store its contents elsewhere, mount a file system there")
        }
        guard stat(path.string, &status) == 0 else { return }
        guard status.st_uid == geteuid() || self == .named && status.st_uid == 0 else {
            throw HostFailure(
                .noPermission,
                "the \(purpose) \(path) belongs to the user \(Self.name(status.st_uid)), expected \(Self.name(geteuid()))",
                advice: "Check its contents, then run 'chown -R \(Self.owner) \(path)' as root, or move it away")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw HostFailure(
                .noPermission,
                "other users may write to the \(purpose) \(path): its mode is 0\(mode), expected 0700",
                advice: "Check its contents, then run 'chmod go-w \(path)'")
        }
    }

    /// The name of a user, or the number of one without a name.
    private static func name(_ user: uid_t) -> String { AccountNames.userName(user) ?? "\(user)" }

    /// The daemon's user and group, for chown(1).
    private static var owner: String { "\(name(geteuid())):" }
}
