import CommandModel
import Glibc
import Varlink

/// Writes the reason of a failed command to standard error.
enum ErrorReport {
    /// Writes an error.
    ///
    /// - Parameters:
    ///   - error: The error that the command threw.
    ///   - format: The format: text, or a JSON object on one line.
    /// - Returns: The exit status of the error.
    static func write(_ error: any Error, as format: OutputFormat) -> Int32 {
        let failure: CommandFailure
        switch error {
        case is OutputClosed: return EX_OK
        case let interruption as Interruption: return 128 + interruption.signal
        case is CancellationError: return 128 + SIGINT
        case let error as CommandFailure: failure = error
        case let error as CommandLineError: failure = CommandFailure(error)
        default: failure = CommandFailure(call: error)
        }
        switch format {
        case .people:
            // Parts of the text may be from the daemon or the command line, and have control characters.
            let lines = failure.description.split(separator: "\n", omittingEmptySubsequences: false)
            StandardError.write(
                line: "trellisctl: " + lines.map { String($0).escapingControlCharacters }.joined(separator: "\n"))
        case .json, .jsonSequence:
            var object = failure.json
            if let output = HostOutput.current { object = output.marking(object) }
            StandardError.writeUnchanged(
                (format == .jsonSequence ? "\u{1E}" : "") + JSONValue.object(object).formatted(.compact) + "\n")
        }
        return failure.exitStatus
    }
}
