import CommandModel
import Glibc
import HostInterface
import Varlink

/// A shell: commands one after another, over one connection.
final class Shell {
    /// The plugin whose name goes without saying; nil for none.
    let plugin: String?

    /// The options that hold for every line, and the way to the daemon.
    let session: Session

    /// Runs the command of a line: its words, the plugin of the shell, and the session with the options of the line.
    typealias LineRunner = @Sendable (_ words: [String], _ plugin: String?, _ session: Session) async throws -> Void

    private let connection: SharedConnection
    private let runLine: LineRunner

    /// Begins a shell.
    ///
    /// - Parameters:
    ///   - plugin: The plugin whose name goes without saying; nil for none.
    ///   - session: The options that hold for every line, and the way to the daemon.
    ///   - runLine: Runs the command of a line.
    init(plugin: String?, in session: Session, runLine: @escaping LineRunner) {
        self.plugin = plugin
        self.runLine = runLine
        connection = SharedConnection(address: session.address)
        var session = session
        session.shared = connection
        self.session = session
    }

    /// Connects, so that a shell begins only where it can do something.
    ///
    /// - Throws: ``CommandFailure`` when there is no daemon, or the plugin does not run; what the calls throw.
    func open() async throws {
        let open = try await connection.connection()
        guard let plugin else { return }
        _ = try await session.withTimeout { try await Catalogue(connection: open).interfaces(of: plugin) }
    }

    /// Ends the session.
    func close() async {
        await connection.close()
    }

    /// What a line came to.
    enum Outcome: Equatable {
        /// It was done, or failed, with this exit status.
        case done(Int32)

        /// It ends the shell with this exit status.
        case exit(Int32)

        /// It is not complete, and goes on in the next line.
        case unfinished
    }

    /// Runs a line.
    ///
    /// What goes wrong is told on standard error.
    ///
    /// - Parameter line: The line.
    /// - Returns: What it came to.
    /// - Throws: ``OutputClosed`` when there is nobody to print for.
    func run(_ line: String) async throws -> Outcome {
        let words: [String]
        do throws(ShellWords.Failure) {
            words = try ShellWords(line).words
        } catch .unfinished {
            return .unfinished
        } catch .unquoted(let sign) {
            let failure = CommandFailure(
                EX_USAGE, "'\(sign)' would mean something to a shell, and means nothing here",
                advice: "Put it in quotes.")
            return .done(ErrorReport.write(failure, as: session.options.format))
        }
        do {
            if words.isEmpty { return .done(EX_OK) }
            if words[0] == "exit" { return .exit(try Self.status(of: words)) }
            try await run(words)
            return .done(EX_OK)
        } catch let error as OutputClosed {
            throw error
        } catch let interruption as Interruption {
            // Varlink cancels a call by closing its connection, and with that goes what the daemon kept for it.
            await connection.close()
            // Behind the ^C that the terminal shows.
            if isatty(STDERR_FILENO) == 1 { StandardError.write("\n") }
            StandardError.write(line: "trellisctl: cancelled; the next command begins a new session")
            return .done(ErrorReport.write(interruption, as: format(words)))
        } catch {
            return .done(ErrorReport.write(error, as: format(words)))
        }
    }

    /// The format of errors in a line.
    private func format(_ words: [String]) -> OutputFormat { OutputFormat(of: words) ?? session.options.format }

    private func run(_ words: [String]) async throws {
        var words = words
        var session = session
        session.options = try GlobalOptions(takingFrom: &words, defaults: session.options)
        guard session.options.socket == self.session.options.socket else {
            throw CommandFailure(EX_USAGE, "a shell has one connection, and --socket can't name another")
        }
        try await noticeLoss()
        try await Interruption.cancelling(on: [SIGINT]) { [plugin, runLine, words, session] in
            if plugin == nil, words == [BuiltInCommands.help.word] {
                try await ShellHelp(session: session).print()
            } else {
                try await runLine(words, plugin, session)
            }
        }
    }

    /// Finds out whether the daemon has closed the connection since the last line, before a command is lost on it.
    private func noticeLoss() async throws {
        guard await connection.isOpen else { return }
        let open = try await connection.connection()
        do {
            _ = try await session.withTimeout { try await ServiceClient(open).getInfo() }
        } catch is VarlinkConnectionError {
            await connection.close()
            StandardError.write(line: "trellisctl: the daemon closed the connection; this is a new session")
        }
    }

    private static func status(of words: [String]) throws -> Int32 {
        guard words.count > 1 else { return EX_OK }
        guard words.count == 2, let status = UInt8(words[1]) else {
            throw CommandFailure(EX_USAGE, "'exit' takes a status from 0 to 255")
        }
        return Int32(status)
    }
}
