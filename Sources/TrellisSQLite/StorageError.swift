public import GRDB
public import Trellis

/// A failure of the storage under a database, with the file and the remedy in its description.
///
/// The failed change was rolled back.
public enum StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No space is left on the file system of the database.
    case full(file: FilePath)

    /// Another process has locked the file for longer than a change waits.
    case busy(file: FilePath)

    /// The contents of the file are damaged. The detail is SQLite's error message.
    case damaged(file: FilePath, detail: String)

    /// The file, or its write-ahead log, was deleted, moved or replaced after it was opened.
    case replaced(file: FilePath)

    /// The operating system failed to read or write the file. The detail is SQLite's error message.
    case failed(file: FilePath, detail: String)

    /// The reason and the remedy, as sentences without the final full stop.
    public var description: String {
        switch self {
        case .full(let file):
            "no space left on the file system of \(file). Free some space; the plugin then recovers by itself"
        case .busy(let file):
            "another process has locked \(file) for too long. Try again, or end that process, such as a shell of sqlite3"
        case .damaged(let file, let detail):
            "\(file) is damaged (\(detail)). Stop trellisd, restore the file from a backup, and start trellisd again"
        case .replaced(let file):
            """
            \(file) was deleted, moved or replaced while it was open, and changes are rejected. Stop trellisd, put the file \
            back or restore it from a backup, and start trellisd again
            """
        case .failed(let file, let detail):
            """
            \(file) cannot be read or written (\(detail)). Check the disk and the permissions of the file; the plugin recovers \
            by itself when a write succeeds
            """
        }
    }

    /// Converts an error of SQLite or the operating system; nil when it is not a failure of the storage, such as a
    /// violated constraint.
    init?(_ error: any Error, file: FilePath) {
        if let error = error as? Self {
            self = error
            return
        }
        if error is RowDecodingError {
            self = .damaged(file: file, detail: "a row has a value of another type")
            return
        }
        if let error = error as? Errno {
            self = error == .noSpace ? .full(file: file) : .failed(file: file, detail: "\(error)")
            return
        }
        guard let error = error as? DatabaseError else { return nil }
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(file: file)
        case .SQLITE_BUSY: self = .busy(file: file)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .damaged(file: file, detail: error.detail)
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_NOLFS, .SQLITE_PROTOCOL:
            self = .failed(file: file, detail: error.detail)
        default: return nil
        }
    }
}

extension DatabaseError {
    /// Returns the error for an invalid stored value; ``StorageError`` reports this error as damage.
    ///
    /// - Parameter reason: The problem with the value, without a full stop.
    /// - Returns: The error, with the code `SQLITE_CORRUPT`.
    public static func invalidValue(_ reason: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: reason)
    }

    /// SQLite's code and message, without the SQL.
    var detail: String { "SQLite error \(extendedResultCode.rawValue): \(message ?? "unknown error")" }
}
