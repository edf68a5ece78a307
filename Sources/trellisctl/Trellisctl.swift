import CommandModel
import Glibc

/// The control program.
@main
enum Trellisctl {
    static func main() async {
        // While SIGPIPE is ignored, writing to a closed pipe fails with EPIPE instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        let variables = EnvironmentVariables.read()
        Style.prepare(isColoured: Style.isColoured(isTerminal: StandardOutput.isTerminal, variables: variables))
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let failure = checkEncoding() {
            exit(ErrorReport.write(failure, as: OutputFormat(of: arguments) ?? .people))
        }
        exit(await run(arguments, variables: variables))
    }

    /// Returns the failure of a command line that is not UTF-8.
    ///
    /// `CommandLine.arguments` replaces invalid bytes, which would change the parameters of a call.
    private static func checkEncoding() -> CommandFailure? {
        for (number, repaired) in CommandLine.arguments.enumerated() {
            // Safe: there are as many words as in `arguments`, the C library keeps them until the process ends, and
            // they are only read.
            guard let word = CommandLine.unsafeArgv[number], String(validatingCString: word) == nil else { continue }
            return CommandFailure(EX_DATAERR, "the argument '\(repaired)' is not UTF-8")
        }
        return nil
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - variables: The environment variables of the process.
    /// - Returns: The exit status of the process.
    static func run(_ arguments: [String], variables: [String: String]) async -> Int32 {
        let format = OutputFormat(of: arguments) ?? .people
        do {
            switch arguments.first {
            case CompletionRequest.command:
                await CompletionRequest.answer(Array(arguments.dropFirst()), variables: variables)
                return EX_OK
            case ManualSections.command:
                try StandardOutput.write(line: manual.text)
                return EX_OK
            default: break
            }
            var words = arguments
            var options = try GlobalOptions(takingFrom: &words)
            if options.isForAllHosts {
                options.hosts = try await RemoteHost.all(options: options, variables: variables)
            }
            guard options.hosts.isEmpty else {
                return try await HostRunner(options: options, variables: variables, format: format).run(words)
            }
            let session = try Session(options: options, variables: variables, isRoot: geteuid() == 0)
            return try await CommandDispatcher(session: session).run(words)
        } catch let interruption as Interruption {
            Interruption.end(by: interruption.signal)
            return ErrorReport.write(interruption, as: format)
        } catch {
            return ErrorReport.write(error, as: format)
        }
    }

    /// The generated sections of trellisctl(1).
    private static var manual: ManualSections {
        var sections = ManualSections()
        sections.add("options", Mdoc.list(of: BuiltInCommands.root.parameters))
        sections.add("commands", Mdoc.commands(under: BuiltInCommands.root))
        sections.add("call-options", Mdoc.list(of: CallOptions.parameters))
        return sections
    }
}
