import Glibc

/// The signals that end a process by default and have no meaning for the daemon.
///
/// SIGTERM, SIGINT and SIGHUP are handled, SIGQUIT and the signals of crashes keep their default action.
enum IgnoredSignals {
    /// Ignores them, from now on and for all threads.
    ///
    /// SIGPIPE and SIGXFSZ are among them: writing to a closed pipe or beyond the limit on file sizes is an error of that
    /// write.
    static func ignore() {
        let named = [
            SIGALRM, SIGIO, SIGPIPE, SIGPROF, SIGPWR, SIGSTKFLT, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXFSZ,
        ]
        for number in named + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax()) { signal(number, SIG_IGN) }
    }
}
