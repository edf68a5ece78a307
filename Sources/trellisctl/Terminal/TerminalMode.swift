import Glibc

/// The terminal on standard input while lines are edited: it hands over every key at once, and shows none by itself.
///
/// Whatever ends the process, short of SIGKILL and a crash, the terminal is as it was before. There is one of these in a
/// process.
final class TerminalMode {
    private let descriptor: CInt
    private let original: termios
    private var isRaw = false

    /// What a signal puts back.
    ///
    /// Written once, before the handlers are set that read it.
    nonisolated(unsafe) private static var saved: (descriptor: CInt, settings: termios)?

    /// Takes the terminal; gives nil when it is none.
    ///
    /// - Parameter descriptor: The terminal.
    init?(of descriptor: CInt) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        original = settings
        Self.saved = (descriptor, settings)
        for number in [SIGTERM, SIGHUP, SIGQUIT] {
            signal(number) { number in
                // tcsetattr(3) is safe in a handler (signal-safety(7)).
                if var saved = TerminalMode.saved { tcsetattr(saved.descriptor, TCSANOW, &saved.settings) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    deinit {
        leave()
    }

    /// Begins to hand over keys.
    func enter() {
        guard !isRaw else { return }
        isRaw = true
        var settings = original
        // As cfmakeraw(3) has it, but for what becomes of output, which stays as it is.
        settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        tcsetattr(descriptor, TCSADRAIN, &settings)
        // Bracketed paste: what is pasted is told from what is typed.
        StandardError.write("\u{1B}[?2004h")
    }

    /// Puts the terminal back as it was.
    func leave() {
        guard isRaw else { return }
        isRaw = false
        StandardError.write("\u{1B}[?2004l")
        var settings = original
        tcsetattr(descriptor, TCSADRAIN, &settings)
    }

    /// Suspends the process, as Ctrl-Z does to one that does not edit lines, and returns when it goes on.
    func suspend() {
        leave()
        // To this thread, so that the process has stopped before the next line.
        raise(SIGTSTP)
        enter()
    }
}
