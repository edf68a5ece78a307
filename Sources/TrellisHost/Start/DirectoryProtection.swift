import Glibc
import SystemPackage
import Systemd

/// The ownership and mode that a directory must have, so that only the daemon's user and root can change its contents.
enum DirectoryProtection {
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
    func check(_ path: FilePath, purpose: String) throws(HostFailure) {
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
