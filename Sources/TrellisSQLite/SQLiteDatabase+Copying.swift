import Foundation
import Glibc
public import Trellis

extension SQLiteDatabase {
    /// Copies a database that no process has open, with its write-ahead log.
    ///
    /// The database is only read, and its files remain unchanged.
    ///
    /// - Parameters:
    ///   - path: The path of the database.
    ///   - copy: The path of the copy, which must not exist.
    /// - Throws: `PluginFailure` when the file is not a complete database, another process has it open, or it cannot be copied.
    public static func copyUnused(_ path: FilePath, to copy: FilePath) throws(PluginFailure) {
        let (source, target) = (DatabaseFile(path: path), DatabaseFile(path: copy))
        do {
            try source.inspect()
            try source.requireUnused()
            try FileManager.default.copyItem(atPath: path.string, toPath: copy.string)
            if FileManager.default.fileExists(atPath: source.log.string) {
                try FileManager.default.copyItem(atPath: source.log.string, toPath: target.log.string)
            }
            // A process that has opened the database meanwhile may have changed it.
            try source.requireUnused()
        } catch let failure as PluginFailure {
            throw failure
        } catch {
            throw PluginFailure(
                .storage, "\(path) cannot be copied to \(copy): \((error as NSError).localizedDescription)",
                advice: "Check the permissions and the free space")
        }
    }
}

extension DatabaseFile {
    /// The byte of the `-shm` file on which every process with an open database has a lock: `UNIX_SHM_DMS` of SQLite's os_unix.c.
    private static let lockedByte: off_t = 128

    /// Rejects a database that another process has open.
    ///
    /// - Throws: `PluginFailure` with the identifier of the process.
    fileprivate func requireUnused() throws(PluginFailure) {
        // SQLite opens no database of this process here: closing a file releases the locks of the whole process.
        let descriptor = open("\(path)-shm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var lock = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: Self.lockedByte, l_len: 1, l_pid: 0)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return }
        throw PluginFailure(
            .cannotCreate, "\(path) is open in the process \(lock.l_pid)",
            advice: "End that process; if it is trellisd, reload the configuration with 'store: etcd', or stop it")
    }
}
