import Glibc

/// The signals that the daemon ignores.
///
/// The default action of these signals is to end the process, and they have no meaning for the daemon. The daemon
/// handles SIGTERM, SIGINT and SIGHUP. SIGQUIT and the signals of crashes keep their default action.
enum IgnoredSignals {
    /// Ignores the signals in all threads.
    ///
    /// SIGPIPE and SIGXFSZ are among the signals, so writing to a closed pipe or beyond the limit on file sizes fails
    /// with an error.
    static func ignore() {
        let named = [
            SIGALRM, SIGIO, SIGPIPE, SIGPROF, SIGPWR, SIGSTKFLT, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXFSZ,
        ]
        for number in named + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax()) { signal(number, SIG_IGN) }
    }
}
