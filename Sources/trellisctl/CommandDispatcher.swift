import ArgumentParser
import Glibc

/// Gives the command of a line: one that is built in, or one of a plugin.
struct CommandDispatcher {
    /// The options of the line, and the way to the daemon.
    let session: Session

    /// Gives a command.
    ///
    /// - Parameter words: The line, without the options that every command has.
    /// - Throws: ``CommandFailure``, ``OutputClosed``, `CancellationError`; what the argument parser throws, help
    ///   included.
    func run(_ words: [String]) async throws {
        var words = words
        // `help items add` is `items add --help`.
        if words.first == "help", words.count > 1, !RootCommand.names.contains(words[1]) {
            words = words.dropFirst() + ["--help"]
        }
        if let first = words.first, !first.hasPrefix("-"), !RootCommand.isReserved(first) {
            try await runOfPlugin(first, Array(words.dropFirst()))
            return
        }
        var command = try RootCommand.parseAsRoot(words.isEmpty ? ["--help"] : words)
        if let command = command as? any DaemonCommand {
            try await CommandFailure.explaining { try await command.run(in: session) }
        } else {
            try command.run()
        }
    }

    /// Gives a command of a plugin.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's name, or that of an interface.
    ///   - words: The words behind it.
    ///   - isShell: Whether the line is one of a shell of this plugin.
    /// - Throws: ``CommandFailure``, ``OutputClosed``, `CancellationError`.
    func runOfPlugin(_ plugin: String, _ words: [String], isShell: Bool = false) async throws {
        try await CommandFailure.explaining {
            try await GrownCommand(plugin: plugin, words: words, isShellOfPlugin: isShell).run(in: session)
        }
    }

    /// Tells on standard error why a command failed; what the argument parser has to say when it was asked for help, on
    /// standard output.
    ///
    /// - Parameter error: What the command threw.
    /// - Returns: The exit status.
    static func report(_ error: any Error) -> Int32 {
        switch error {
        case is OutputClosed: return EX_OK
        case let interruption as Interruption: return 128 + interruption.signal
        case is CancellationError: return 128 + SIGINT
        case let failure as CommandFailure:
            // What others said is in it.
            let lines = failure.description.split(separator: "\n", omittingEmptySubsequences: false)
            StandardError.write(
                line: "trellisctl: " + lines.map { String($0).escapingControlCharacters }.joined(separator: "\n"))
            return failure.exitStatus
        default: break
        }
        let message = RootCommand.fullMessage(for: error)
        let status = RootCommand.exitCode(for: error)
        if status == .success {
            do { try StandardOutput.write(line: RootCommand.completing(help: message)) } catch { return report(error) }
        } else if !message.isEmpty {
            let start = "Error: "
            let sentence = message.hasPrefix(start) ? String(message.dropFirst(start.count)).loweringFirstWord : message
            StandardError.write(line: "trellisctl: \(sentence)")
        }
        return status.rawValue
    }
}
