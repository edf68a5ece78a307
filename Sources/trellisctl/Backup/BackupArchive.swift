import CommandModel
import Glibc
import HostInterface
import RFC3339
import TarFormat
import Varlink

/// Writes the replies of `io.trellis.Host.Backup` as an archive of tar(1): `manifest.json`, then the files.
struct BackupArchive {
    /// The contents of a complete archive.
    struct Contents: Sendable {
        /// The files.
        var files: [HostContract.BackupFile]

        /// The plugins whose files are missing.
        var skipped: [HostContract.PluginCondition]
    }

    private let path: String
    private let version: String
    private let time = Int(Glibc.time(nil))
    private var contents: Contents?

    /// The number of the file that is being written, and the number of its missing bytes.
    private var (next, rest) = (0, 0)
    private let showProgress: (@Sendable (String) -> Void)?
    private var progress: ProgressLine?

    /// The number of bytes of files that were written.
    private var count = 0

    /// Creates an empty archive.
    ///
    /// - Parameters:
    ///   - path: The path of the archive, for messages.
    ///   - version: The version of the daemon.
    ///   - showProgress: Writes the progress to the terminal; nil to show none.
    init(path: String, version: String, progress showProgress: (@Sendable (String) -> Void)?) {
        (self.path, self.version, self.showProgress) = (path, version, showProgress)
    }

    /// Writes a reply.
    ///
    /// - Throws: ``CommandFailure``: EX_PROTOCOL when the reply is invalid; those of ``AtomicFile/write(_:)``.
    mutating func add(_ reply: HostContract.BackupReply, to file: AtomicFile) async throws {
        if contents == nil {
            guard let files = reply.files else { throw invalid("the first reply has no list of files") }
            contents = Contents(files: files, skipped: reply.skipped ?? [])
            progress = ProgressLine(of: .bytes(total: files.reduce(0) { $0 &+ $1.size }), showProgress)
            let manifest = Array((manifest(files).formatted(.pretty) + "\n").utf8)
            try await file.write(try header("manifest.json", manifest.count).bytes + manifest + padding(manifest.count))
        }
        if let data = reply.data {
            guard let bytes = Base64.decode(data) else { throw invalid("the data is not in Base64") }
            try await add(bytes, to: file)
        }
        try await beginEmptyFiles(file)
    }

    /// Writes the end of the archive.
    ///
    /// - Returns: The contents.
    /// - Throws: ``CommandFailure`` (EX_PROTOCOL) when bytes are missing; those of ``AtomicFile/write(_:)``.
    mutating func finish(_ file: AtomicFile) async throws -> Contents {
        progress?.clear()
        guard let contents, rest == 0, next == contents.files.count else { throw invalid("the backup is incomplete") }
        try await file.write(TarHeader.end)
        return contents
    }

    private mutating func add(_ bytes: [UInt8], to file: AtomicFile) async throws {
        if rest == 0 { try await begin(file) }
        guard bytes.count <= rest else { throw invalid("a file has more bytes than announced") }
        try await file.write(bytes)
        rest -= bytes.count
        count += bytes.count
        progress?.show(count)
        if rest == 0 { try await file.write(padding(contents?.files[next - 1].size ?? 0)) }
    }

    /// Writes the header of the next file.
    private mutating func begin(_ file: AtomicFile) async throws {
        guard let files = contents?.files, next < files.count else { throw invalid("more bytes than announced") }
        let new = files[next]
        try await file.write(try header("\(new.plugin)/\(new.name)", new.size).bytes)
        next += 1
        rest = new.size
    }

    /// Writes the headers of empty files, for which no data follows.
    private mutating func beginEmptyFiles(_ file: AtomicFile) async throws {
        while rest == 0, let files = contents?.files, next < files.count, files[next].size == 0 {
            try await begin(file)
        }
    }

    private func header(_ name: String, _ size: Int) throws -> TarHeader {
        do throws(TarError) {
            return try TarHeader(name, size: size, time: time)
        } catch {
            throw CommandFailure(EX_SOFTWARE, error.description)
        }
    }

    private func padding(_ size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (TarHeader.blockSize - size % TarHeader.blockSize) % TarHeader.blockSize)
    }

    private func manifest(_ files: [HostContract.BackupFile]) -> JSONValue {
        let entries = files.map { file -> JSONValue in
            .object([
                "plugin": .string(file.plugin), "name": .string(file.name), "size": .integer(Int64(file.size)),
                "sha256": .string(file.sha256),
            ])
        }
        return .object([
            "format": 1, "version": .string(version),
            "created": .string(Timestamp(time, unitsPerSecond: 1).rfc3339(fractionDigits: 0)),
            "files": .array(entries),
        ])
    }

    private func invalid(_ reason: String) -> CommandFailure {
        CommandFailure(EX_PROTOCOL, "the daemon sent an invalid backup: \(reason)")
    }
}
