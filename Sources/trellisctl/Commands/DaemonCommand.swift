import ArgumentParser

/// A command that is built into `trellisctl`.
protocol DaemonCommand: ParsableCommand {
    /// Does what the command is for.
    ///
    /// - Parameter session: The options of the line, and the way to the daemon.
    /// - Throws: ``CommandFailure``, ``OutputClosed``, or what a call throws.
    func run(in session: Session) async throws
}
