import CommandModel
import Glibc
import Varlink

/// The command `trellisctl debug bundle`.
struct DebugBundleCommand: BuiltInCommand {
    private let path: String
    private let isDryRun: Bool

    init(_ arguments: ParsedArguments) throws(CommandLineError) {
        path = arguments.text("file") ?? ""
        isDryRun = arguments.has("dry-run")
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
        // The file is created first, so that a path that cannot be written is reported before anything is collected.
        let file = isDryRun ? nil : try AtomicFile(creating: path)
        let bundle = try await DebugBundle(in: await .live(session))
        let format = session.options.format
        let isStandardOutput = file != nil && path == AtomicFile.standardOutput
        if !isStandardOutput {
            try Self.list(bundle.entries, as: format)
        }
        guard let file else { return }
        let bytes = try await Gzip.compress(bundle.archive)
        try await file.write(bytes)
        try await file.finish()
        // Standard output has the archive.
        if isStandardOutput { return }
        try Self.writeUnlessClosed {
            guard format == .people else {
                let written: JSONObject = ["file": .string(path), "bytes": .integer(Int64(bytes.count))]
                return try StandardOutput.write(.object(written), as: format)
            }
            let name = path.escapingControlCharacters
            try StandardOutput.write(
                line: "Wrote \(name) (\(DebugBundle.Entry.size(bytes.count))), which only you can read. "
                    + "Check its contents before you send it.")
        }
    }

    private static func list(_ entries: [DebugBundle.Entry], as format: OutputFormat) throws {
        try writeUnlessClosed {
            for entry in entries {
                if format == .people {
                    for line in entry.lines { try StandardOutput.write(line: line) }
                } else {
                    try StandardOutput.write(.object(entry.json), as: format)
                }
            }
        }
    }

    /// Writes to standard output.
    ///
    /// A reader that has closed it does not prevent the creation of the bundle.
    private static func writeUnlessClosed(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch is OutputClosed {}
    }
}

extension DebugBundle.Entry {
    /// The entry as text: the name, the size and the contents, and the reason if it was not collected.
    var lines: [String] {
        let name = name + Self.padding(name, to: 20)
        switch text {
        case .success(let text):
            let size = Self.size(text.utf8.count)
            return [name + size + Self.padding(size, to: 10) + contents]
        case .failure(let missing):
            let indent = String(repeating: " ", count: 30)
            return [
                name + "-" + Self.padding("-", to: 10) + contents,
                indent + "Not collected: " + missing.reason.escapingControlCharacters + ".",
            ]
        }
    }

    /// Returns a number of bytes as text: `512 B`, `12 KiB`.
    static func size(_ bytes: Int) -> String {
        bytes < 1_024 ? "\(bytes) B" : "\((bytes + 512) / 1_024) KiB"
    }

    private static func padding(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count))
    }
}
