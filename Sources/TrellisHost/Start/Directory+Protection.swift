import Glibc
import SystemPackage
import Systemd

extension Directory {
    /// What is required of a directory, so that nobody but the daemon's user and root can change what is in it.
    enum Protection {
        /// A directory that an operator or systemd names: root may own it, and it may be a symbolic link, as systemd makes it
        /// for DynamicUser= (systemd.exec(5)).
        case named

        /// A directory in one of those, which the daemon made.
        case own

        func check(_ path: FilePath, purpose: String) throws(HostFailure) {
            var status = stat()
            if self == .own, lstat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
                throw HostFailure(
                    .noPermission, "the \(purpose) \(path) is a symbolic link, expected a directory",
                    advice: "Put a directory in its place; to keep it elsewhere, mount it there")
            }
            guard stat(path.string, &status) == 0 else { return }
            guard status.st_uid == geteuid() || self == .named && status.st_uid == 0 else {
                throw HostFailure(
                    .noPermission,
                    "the \(purpose) \(path) belongs to user \(status.st_uid), expected user \(geteuid())",
                    advice: "Check what is in it, and give it to the user that the daemon runs as, or move it away")
            }
            guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
                let mode = String(status.st_mode & 0o7777, radix: 8)
                throw HostFailure(
                    .noPermission,
                    "other users may write to the \(purpose) \(path): its mode is 0\(mode), expected 0700",
                    advice: "Check what is in it, and run 'chmod go-w \(path)'")
            }
        }
    }
}
