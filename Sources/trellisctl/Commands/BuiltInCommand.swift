import CommandModel

/// Runs a built-in command, whose parameters `BuiltInCommands` declares.
protocol BuiltInCommand {
    /// Reads the parameters from the parsed command line.
    ///
    /// - Parameter arguments: The parsed command line.
    /// - Throws: `CommandLineError` when parameters exclude each other.
    init(_ arguments: ParsedArguments) throws(CommandLineError)

    /// Runs the command.
    ///
    /// - Parameter session: The context of the command.
    /// - Throws: ``CommandFailure`` when the command fails; ``OutputClosed`` when the reader of the output closes it;
    ///   the error of a call.
    func run(in session: Session) async throws
}
