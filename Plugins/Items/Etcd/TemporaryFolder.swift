import Foundation
import Glibc
import Trellis

/// A folder for the temporary files of one process at a time.
///
/// A process that was killed leaves the folder, which the next one empties.
struct TemporaryFolder: Sendable {
    /// The path of the folder.
    let path: FilePath

    private let descriptor: Int32

    /// Creates the folder, or takes over that of a process that has ended.
    ///
    /// - Parameter path: The path of the folder.
    /// - Throws: `PluginFailure` when another process uses the folder, or it cannot be created.
    init(at path: FilePath) throws(PluginFailure) {
        self.path = path
        guard mkdir(path.string, 0o700) == 0 || errno == EEXIST else { throw Self.failure(path, errno) }
        descriptor = open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno
            close(descriptor)
            guard error == EWOULDBLOCK else { throw Self.failure(path, error) }
            throw PluginFailure(
                .cannotCreate, "another process uses the folder \(path)", advice: "Wait until that process has ended")
        }
        removeContents()
    }

    /// Removes the folder with its contents.
    func remove() {
        removeContents()
        rmdir(path.string)
        close(descriptor)
    }

    private func removeContents() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? [] {
            unlink(path.appending(name).string)
        }
    }

    private static func failure(_ path: FilePath, _ error: Int32) -> PluginFailure {
        let error = Errno(rawValue: error)
        return PluginFailure(
            error == .permissionDenied ? .permission : .cannotCreate, "cannot create the folder \(path): \(error)",
            advice: "Run the command as root or as the user of the daemon")
    }
}
