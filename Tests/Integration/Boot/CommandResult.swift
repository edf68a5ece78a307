/// The result of a command in a ``BootedMachine``.
struct CommandResult: Sendable, Equatable {
    /// The exit status; 128 plus the signal's number when a signal ended the command.
    var status: Int32
    /// The contents of standard output.
    var output: String
    /// The contents of standard error.
    var error: String
}

/// The error that a required command failed.
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
