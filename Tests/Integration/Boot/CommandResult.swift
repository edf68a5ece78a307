/// The result of a command in a ``BootedMachine``.
struct CommandResult: Sendable, Equatable {
    /// The exit status; 128 and the signal's number when a signal ended it.
    var status: Int32
    /// The contents of standard output.
    var output: String
    /// The contents of standard error.
    var error: String
}

/// The error of a required command that failed.
struct CommandFailure: Error, CustomStringConvertible {
    var command: [String]
    var result: CommandResult

    var description: String {
        """
        \(command.joined(separator: " ")) exited with \(result.status)
        \(result.output)\(result.error)
        """
    }
}
