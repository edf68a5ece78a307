import GRDB
import Trellis

extension PluginFailure {
    /// Converts an error that was thrown while a database was opened.
    init(opening path: FilePath, _ error: any Error) {
        let sentence = "the database \(path) cannot be opened"
        let permission = PluginFailure(
            .permission, sentence,
            advice: "Give the daemon's user permission to write the file and its folder, and start trellisd again: "
                + "'trellisctl doctor' shows the command",
            cause: error)
        if error as? Errno == .permissionDenied {
            self = permission
            return
        }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .data, "\(path) is damaged; it was left unchanged",
                advice: "Restore the database from a backup, and start trellisd again", cause: error)
        case .SQLITE_FULL:
            self.init(
                .storage, "\(sentence): no space left on the file system",
                advice: "Free some space", cause: error)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self = permission
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .inUse, "\(sentence): another process has locked it",
                advice: "End that process, such as a shell of sqlite3", cause: error)
        default:
            self.init(.storage, sentence, cause: error)
        }
    }
}
