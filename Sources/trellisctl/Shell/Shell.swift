import CommandModel
import Glibc
import HostInterface
import Varlink

/// A shell, which runs commands one after another over one connection.
final class Shell {
    /// The plugin of the shell, whose name is omitted from the commands; nil for none.
    let plugin: String?

    /// The context of every command: the options of the shell, and the connection to the daemon.
    let session: Session

    /// A function that runs the command of a line, and returns its exit status.
    typealias LineRunner = @Sendable (_ words: [String], _ plugin: String?, _ session: Session) async throws -> Int32

    private let runLine: LineRunner

    /// Creates a shell that is not connected.
    ///
    /// - Parameters:
    ///   - plugin: The plugin of the shell; nil for none.
    ///   - session: The options of the shell, and the connection to the daemon.
    ///   - runLine: Runs the command of a line.
    init(plugin: String?, in session: Session, runLine: @escaping LineRunner) {
        self.plugin = plugin
        self.runLine = runLine
        var session = session
        session.isShell = true
        self.session = session
    }

    /// Connects to the daemon, and checks that the plugin of the shell runs.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached, or the plugin does not run; the errors of calls.
    func open() async throws {
        let open = try await session.connect()
        guard let plugin else { return }
        try await session.explaining {
            _ = try await session.withTimeout { try await Catalogue(connection: open).interfaces(of: plugin) }
        }
    }

    /// Ends the session.
    func close() async {
        await session.connection.close()
    }

    /// The result of running a line.
    enum Outcome: Equatable {
        /// The command ended with this exit status.
        case done(Int32)

        /// The line is the command `exit` with this exit status.
        case exit(Int32)

        /// The line is incomplete, and continues on the next one.
        case unfinished
    }

    /// Runs the command of a line.
    ///
    /// Errors of the command are written to standard error.
    ///
    /// - Parameter line: The text that was entered; after an incomplete line, the text of all its lines.
    /// - Returns: Whether the shell continues, ends, or needs a further line.
    /// - Throws: ``OutputClosed`` when the reader has closed the output.
    func run(_ line: String) async throws -> Outcome {
        let words: [String]
        do throws(ShellWords.Failure) {
            words = try ShellWords(line).words
        } catch .unfinished {
            return .unfinished
        } catch .unquoted(let sign) {
            let failure = CommandFailure(
                EX_USAGE, "unquoted '\(sign)': this shell has no operators or expansions",
                advice: "Put it in quotes.")
            return .done(ErrorReport.write(failure, as: session.options.format))
        }
        do {
            if words.isEmpty { return .done(EX_OK) }
            if words[0] == "exit" { return .exit(try Self.status(of: words)) }
            return .done(try await run(words))
        } catch let error as OutputClosed {
            throw error
        } catch let interruption as Interruption {
            // In Varlink, a call is cancelled by closing its connection. This also ends the session.
            await session.connection.close()
            // The newline ends the line on which the terminal shows ^C.
            if isatty(STDERR_FILENO) == 1 { StandardError.write("\n") }
            StandardError.write(line: "trellisctl: cancelled; the next command begins a new session")
            return .done(ErrorReport.write(interruption, as: format(words)))
        } catch {
            return .done(ErrorReport.write(error, as: format(words)))
        }
    }

    /// Returns the format for errors of a command.
    private func format(_ words: [String]) -> OutputFormat { OutputFormat(of: words) ?? session.options.format }

    private func run(_ words: [String]) async throws -> Int32 {
        var words = words
        var session = session
        session.options = try GlobalOptions(takingFrom: &words, defaults: session.options)
        guard session.options.socket == self.session.options.socket else {
            throw CommandFailure(
                EX_USAGE, "--socket cannot change the connection of a shell",
                advice: "Start another shell with --socket PATH.")
        }
        guard session.options.hosts == self.session.options.hosts else {
            throw CommandFailure(
                EX_USAGE, "--host cannot change the connection of a shell",
                advice: "Start another shell with --host NAME.")
        }
        try await noticeLoss()
        return try await Interruption.cancelling(on: [SIGINT]) { [plugin, runLine, words, session] in
            guard plugin == nil, words == [BuiltInCommands.help.word] else {
                return try await runLine(words, plugin, session)
            }
            try await session.explaining { try await ShellHelp(session: session).print() }
            return EX_OK
        }
    }

    /// Opens a new session if the daemon has closed the connection, so that the next command does not fail.
    private func noticeLoss() async throws {
        guard let open = await session.connection.current else { return }
        do {
            _ = try await session.withTimeout { try await ServiceClient(open).getInfo() }
        } catch is VarlinkConnectionError {
            await session.connection.close()
            StandardError.write(line: "trellisctl: the daemon closed the connection; this is a new session")
        }
    }

    private static func status(of words: [String]) throws -> Int32 {
        guard words.count > 1 else { return EX_OK }
        guard words.count == 2, let status = UInt8(words[1]) else {
            throw CommandFailure(EX_USAGE, "invalid status of 'exit': expected one integer from 0 to 255")
        }
        return Int32(status)
    }
}
