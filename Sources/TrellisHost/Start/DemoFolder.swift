import Foundation
import Glibc
import HostConfiguration
import HostSupport
import SystemPackage
import Systemd

/// The temporary folder of a demo, with the directories and the socket of the daemon.
///
/// The process holds a lock (flock(2)) on the folder. The folder of a demo that was killed therefore has a free lock, and
/// the next demo of the same user removes it.
final class DemoFolder: Sendable {
    private static let prefix = "trellis-demo-"

    private let path: FilePath
    private let lock: FileDescriptor

    /// Creates a folder that only its owner can access, and removes those of demos that were killed.
    ///
    /// - Parameter parent: The folder for temporary files. Default: `$TMPDIR` or `/tmp`.
    /// - Throws: `HostFailure` when the folder cannot be created.
    init(in parent: FilePath = DemoFolder.parent(ProcessInfo.processInfo.environment)) throws(HostFailure) {
        Self.removeStale(in: parent)
        while true {
            let path = try Self.makeFolder(in: parent)
            // Another demo that starts at this time may have locked or removed the folder, which was not locked.
            guard let lock = Self.lock(path) else { continue }
            (self.path, self.lock) = (path, lock)
            return
        }
    }

    /// The folder for temporary files.
    ///
    /// An empty or relative `$TMPDIR` counts as not set.
    static func parent(_ variables: [String: String]) -> FilePath {
        FilePath(variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp")
    }

    deinit { try? lock.close() }

    /// The options of a daemon with all its files in the folder, unless they specify a socket.
    func options(from options: HostOptions) -> HostOptions {
        var options = options
        options.stateDirectory = path.appending("state")
        options.cacheDirectory = path.appending("cache")
        options.runtimeDirectory = path.appending("run")
        options.socket = options.socket ?? path.appending("io.trellis").string
        return options
    }

    /// Removes the folder with its contents.
    func remove() { try? FileManager.default.removeItem(atPath: path.string) }

    private static func makeFolder(in parent: FilePath) throws(HostFailure) -> FilePath {
        var template = Array(parent.appending("\(prefix)XXXXXX").string.utf8CString)
        guard mkdtemp(&template) != nil else {
            let error = Errno(rawValue: errno)
            throw HostFailure(
                .cannotCreate, "cannot create a temporary folder for the demo in \(parent): \(error)",
                advice: "Set TMPDIR to another directory", errno: error.rawValue)
        }
        return FilePath(String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Locks a folder of this user; returns nil when another process holds the lock, or has removed the folder.
    private static func lock(_ path: FilePath) -> FileDescriptor? {
        // Other users can create entries of a shared folder for temporary files, also links.
        guard
            let descriptor = try? FileDescriptor.open(
                path, .readOnly, options: [.directory, .noFollow, .closeOnExec, .nonBlocking])
        else { return nil }
        var (locked, current) = (stat(), stat())
        guard fstat(descriptor.rawValue, &locked) == 0, locked.st_uid == geteuid(),
            flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0,
            // The previous holder of the lock may have removed the folder.
            lstat(path.string, &current) == 0, (current.st_dev, current.st_ino) == (locked.st_dev, locked.st_ino)
        else {
            try? descriptor.close()
            return nil
        }
        return descriptor
    }

    /// Removes the folders of this user's demos that do not run.
    private static func removeStale(in parent: FilePath) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.string)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = parent.appending(name)
            guard let lock = lock(path) else { continue }
            try? FileManager.default.removeItem(atPath: path.string)
            try? lock.close()
        }
    }
}
