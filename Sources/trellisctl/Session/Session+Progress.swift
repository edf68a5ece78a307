import Glibc

extension Session {
    /// Writes the progress of a command to the terminal; nil if standard error is not a terminal, several hosts
    /// use it, or the output is JSON.
    var progressOutput: (@Sendable (String) -> Void)? {
        guard options.format == .people, isatty(STDERR_FILENO) == 1, HostOutput.current == nil else { return nil }
        return { StandardError.write($0) }
    }
}
