import CommandModel
import Foundation
import Systemd
import Trellis

/// The file `manifest.json` at the beginning of a backup.
struct BackupManifest: Codable {
    /// A file of the backup, which follows in the archive under its `path`.
    struct File: Codable {
        var plugin: String
        var name: String
        var size: Int
        var sha256: String

        /// The path in the archive.
        var path: String { "\(plugin)/\(name)" }
    }

    /// The newest format that this version reads.
    static let newestFormat = 1

    /// The name of the file in the archive.
    static let name = "manifest.json"

    /// The number of the format.
    var format: Int

    /// The version of the daemon that made the backup.
    var version: String

    /// The time of the backup, in the format of RFC 3339.
    var created: String

    /// The files, in the order of the archive.
    var files: [File]

    /// Whether the version has only characters of versions, and the time is one.
    var hasValidOrigin: Bool {
        version.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"):
                true
            default: ".+~-".utf8.contains(byte)
            }
        } && Date(rfc3339: created) != nil
    }

    /// The first name of a plugin or a file that is not a plain name, or of a file that occurs twice, as a phrase; nil for none.
    var nameProblem: String? {
        var paths: Set<String> = []
        for file in files {
            if let name = [file.plugin, file.name].first(where: { !Self.isPlain($0) }) {
                return "the invalid name '\(name)'"
            }
            if !paths.insert(file.path).inserted { return "the file '\(file.path)' twice" }
        }
        return nil
    }

    /// Whether a name is that of a visible file, which cannot lead out of the state directory.
    ///
    /// The log and the index of a database are not files of a backup: SQLite would apply them to the restored database.
    static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && name.escapingControlCharacters == name
            && !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) }
    }

    /// Whether a version is newer than another one, by their numbers.
    static func isVersion(_ version: String, newerThan other: String) -> Bool {
        func numbers(_ text: String) -> [Int] {
            text.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) ?? 0 }
        }
        return other.isEmpty ? false : numbers(other).lexicographicallyPrecedes(numbers(version))
    }
}
