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
        exit(await run(Array(CommandLine.arguments.dropFirst()), variables: variables))
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
