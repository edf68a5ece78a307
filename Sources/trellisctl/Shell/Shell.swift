import Glibc
import HostInterface
import Varlink

/// A shell: commands one after another, over one connection.
final class Shell {
    /// The plugin whose name goes without saying; nil for none.
    let plugin: String?

    /// The options that hold for every line, and the way to the daemon.
    let session: Session

    private let connection: SharedConnection

    /// Begins a shell.
    ///
    /// - Parameters:
    ///   - plugin: The plugin whose name goes without saying; nil for none.
    ///   - session: The options that hold for every line, and the way to the daemon.
    init(plugin: String?, in session: Session) {
        self.plugin = plugin
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
            return .done(CommandDispatcher.report(failure))
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
            return .done(CommandDispatcher.report(interruption))
        } catch {
            return .done(CommandDispatcher.report(error))
        }
    }

    private func run(_ words: [String]) async throws {
        var words = words
        var session = session
        session.options = try GlobalOptions(takingFrom: &words, defaults: session.options)
        guard session.options.socket == self.session.options.socket else {
            throw CommandFailure(EX_USAGE, "a shell has one connection, and --socket can't name another")
        }
        try await noticeLoss()
        let dispatcher = CommandDispatcher(session: session)
        let plugin = plugin
        try await Interruption.cancelling(on: [SIGINT]) { [words, session] in
            if let plugin {
                try await dispatcher.runOfPlugin(plugin, words, isShell: true)
            } else if words == ["help"] {
                try await ShellHelp(session: session).print()
            } else {
                try await dispatcher.run(words)
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
