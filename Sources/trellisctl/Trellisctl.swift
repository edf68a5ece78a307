import ArgumentParser
import Foundation
import Glibc

/// The control program.
@main
enum Trellisctl {
    static func main() async {
        // A reader that goes away is told by EPIPE where it is written to, and ends the program quietly.
        signal(SIGPIPE, SIG_IGN)
        StandardOutput.reserveDescriptors()
        let variables = ProcessInfo.processInfo.environment
        Style.prepare(isColoured: Style.isColoured(isTerminal: StandardOutput.isTerminal, variables: variables))
        // The argument parser sets its help in COLUMNS columns whatever the terminal is, and fails when they are fewer than its
        // indentation (26). No other thread reads the environment yet.
        setenv("COLUMNS", "\(max(40, Display.current(variables).textColumns))", 1)
        if let failure = faultOfArguments() { exit(CommandDispatcher.report(failure)) }
        exit(await run(Array(CommandLine.arguments.dropFirst()), variables: variables))
    }

    /// Why the words of the line can't be taken: `CommandLine.arguments` has other words in the place of those that are
    /// not UTF-8, and what was meant would be changed without a word.
    private static func faultOfArguments() -> CommandFailure? {
        for (number, repaired) in CommandLine.arguments.enumerated() {
            // Safe: there are as many words as in `arguments`, the C library keeps them while the process lives, and
            // they are read.
            guard let word = CommandLine.unsafeArgv[number], String(validatingCString: word) == nil else { continue }
            return CommandFailure(EX_DATAERR, "the word '\(repaired)' of the line is not UTF-8")
        }
        return nil
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - variables: The environment variables.
    /// - Returns: The exit status.
    static func run(_ arguments: [String], variables: [String: String]) async -> Int32 {
        switch arguments.first {
        case CompletionRequest.command:
            await CompletionRequest.answer(Array(arguments.dropFirst()), variables: variables)
            return EX_OK
        case Description.command:
            return (try? Description.print()) == nil ? EX_IOERR : EX_OK
        default: break
        }
        do {
            var words = arguments
            let options = try GlobalOptions(takingFrom: &words)
            let session = try Session(options: options, variables: variables, isRoot: geteuid() == 0)
            try await CommandDispatcher(session: session).run(words)
            return EX_OK
        } catch let interruption as Interruption {
            Interruption.end(by: interruption.signal)
            return CommandDispatcher.report(interruption)
        } catch {
            return CommandDispatcher.report(error)
        }
    }
}
