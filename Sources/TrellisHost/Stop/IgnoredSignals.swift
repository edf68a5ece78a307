import Glibc
import Systemd

/// The signals that the daemon ignores.
///
/// The default action of these signals is to end the process, and they have no meaning for the daemon. The daemon
/// handles SIGTERM, SIGINT and SIGHUP. SIGQUIT and the signals of crashes keep their default action.
enum IgnoredSignals {
    /// Ignores the signals in all threads.
    ///
    /// SIGPIPE and SIGXFSZ are among the signals, so writing to a closed pipe or beyond the limit on file sizes fails
    /// with an error. Under systemd, where SIGHUP requests a reload, it is ignored until the daemon reads its configuration.
    static func ignore() {
        var named = [
            SIGALRM, SIGIO, SIGPIPE, SIGPROF, SIGPWR, SIGSTKFLT, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXFSZ,
        ]
        if ServiceEnvironment.current().notifySocket != nil { named.append(SIGHUP) }
        for number in named + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax()) { signal(number, SIG_IGN) }
    }
}
