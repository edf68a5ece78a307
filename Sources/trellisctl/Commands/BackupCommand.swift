import CommandModel
import Glibc
import HostInterface
import RFC3339
import TarFormat
import Varlink

/// The command `trellisctl backup`.
struct BackupCommand: BuiltInCommand {
    private let path: String
    private let withSecrets: Bool

    init(_ arguments: ParsedArguments) {
        path = arguments.text("file") ?? ""
        withSecrets = arguments.has("with-secrets")
    }

    func run(in session: Session) async throws {
        // In a shell, signals already cancel every command.
        guard !session.isShell else { return try await create(in: session) }
        // A signal cancels the command, which removes the incomplete file.
        try await Interruption.cancelling(on: Interruption.endingSignals) {
            try await create(in: session)
        }
    }

    private func create(in session: Session) async throws {
        // The file is created first, so that a path that cannot be written is reported before anything is copied.
        let file = try AtomicFile(creating: path)
        let connection = try await session.connect()
        let version = try await session.withTimeout { try await HostClient(connection).describe().version }
        let (path, withSecrets) = (path, withSecrets)
        let contents = try await session.withReplyTimeout { clock in
            try await clock.counting {
                var archive = BackupArchive(path: path, version: version, progress: session.progressOutput)
                for try await reply in HostClient(connection).backup(withSecrets: withSecrets) {
                    try await clock.pausing { try await archive.add(reply, to: file) }
                }
                return try await archive.finish(file)
            }
        }
        try await file.finish()
        try report(contents, in: session)
    }

    private func report(_ contents: BackupArchive.Contents, in session: Session) throws {
        for plugin in contents.skipped where path == AtomicFile.standardOutput || session.options.format == .people {
            StandardError.write(
                line: "warning: the files of the plugin \(plugin.name) are not in the backup, because it "
                    + plugin.state.predicate(reason: plugin.reason).escapingControlCharacters)
        }
        // Standard output has the archive.
        if path == AtomicFile.standardOutput { return }
        guard session.options.format == .people else {
            let object: JSONObject = [
                "file": .string(path), "files": .array(try contents.files.map { try JSONValue($0) }),
                "skipped": .array(try contents.skipped.map { try JSONValue($0) }),
            ]
            return try StandardOutput.write(.object(object), as: session.options.format)
        }
        for file in contents.files {
            try StandardOutput.write(
                line: "\(file.plugin)/\(file.name)".escapingControlCharacters + "  \(DebugBundle.Entry.size(file.size))"
            )
        }
        try StandardOutput.write(
            line: "Wrote \(path.escapingControlCharacters), which only you can read. "
                + "'trellisd --restore FILE' restores it while the daemon does not run.")
    }
}
