import ArgumentParser
import Foundation
import Glibc

/// The control program.
@main
enum Trellisctl {
    static func main() async {
        // A reader that goes away is told by EPIPE where it is written to, and ends the program quietly.
        signal(SIGPIPE, SIG_IGN)
        let variables = ProcessInfo.processInfo.environment
        Style.prepare(isColoured: Style.isColoured(isTerminal: StandardOutput.isTerminal, variables: variables))
        exit(await run(Array(CommandLine.arguments.dropFirst()), variables: variables))
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - variables: The environment variables.
    /// - Returns: The exit status.
    static func run(_ arguments: [String], variables: [String: String]) async -> Int32 {
        do {
            var words = arguments
            let options = try GlobalOptions(takingFrom: &words)
            let session = try Session(options: options, variables: variables, isRoot: geteuid() == 0)
            try await command(of: words, in: session)
            return EX_OK
        } catch is OutputClosed {
            return EX_OK
        } catch let failure as CommandFailure {
            StandardError.write(line: "trellisctl: \(failure)")
            return failure.exitStatus
        } catch {
            return report(error)
        }
    }

    private static func command(of words: [String], in session: Session) async throws {
        if let first = words.first, !first.hasPrefix("-"), !(RootCommand.names + ["help"]).contains(first) {
            try await calling {
                try await GrownCommand(plugin: first, words: Array(words.dropFirst())).run(in: session)
            }
            return
        }
        let command = try RootCommand.parseAsRoot(words.isEmpty ? ["--help"] : words)
        if let command = command as? any DaemonCommand {
            try await calling { try await command.run(in: session) }
        } else {
            var command = command
            try command.run()
        }
    }

    /// Turns what a call throws into a failure with an exit status.
    private static func calling(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as OutputClosed {
            throw error
        } catch {
            throw CommandFailure(call: error)
        }
    }

    /// Prints what the argument parser has to say: help, a version, or what is wrong with the line.
    private static func report(_ error: any Error) -> Int32 {
        let message = RootCommand.fullMessage(for: error)
        let status = RootCommand.exitCode(for: error)
        guard status == .success else {
            StandardError.write(line: message)
            return status.rawValue
        }
        do {
            try StandardOutput.write(line: message)
        } catch {
            return EX_OK
        }
        return EX_OK
    }
}
