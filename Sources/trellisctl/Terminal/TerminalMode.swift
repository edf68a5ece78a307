import Glibc

/// The terminal on standard input while lines are edited: it hands over every key at once, and shows none by itself.
///
/// Whatever ends or stops the process, short of SIGKILL and SIGSTOP, the terminal is as it was before. There is one of
/// these in a process.
final class TerminalMode {
    /// What begins and ends bracketed paste, by which what is pasted is told from what is typed.
    private static let (pasteOn, pasteOff) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

    private let descriptor: CInt
    private let original: termios
    private var isRaw = false

    /// Tells when the process shall stop, when it goes on after it was stopped, and when the terminal has another size.
    let signals: TerminalSignals

    /// Takes the terminal; gives nil when it is none, or the process has no pipe left for what its signals tell.
    ///
    /// - Parameter descriptor: The terminal.
    init?(of descriptor: CInt) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0,
            let signals = TerminalSignals(terminal: descriptor, settings: settings, farewell: Self.pasteOff)
        else { return nil }
        self.descriptor = descriptor
        self.signals = signals
        original = settings
    }

    deinit {
        leave()
    }

    /// Begins to hand over keys.
    func enter() {
        guard !isRaw else { return }
        isRaw = true
        signals.restoresTerminal = true
        var settings = original
        // As cfmakeraw(3) has it, but for what becomes of output, which stays as it is.
        settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        tcsetattr(descriptor, TCSADRAIN, &settings)
        StandardError.write(Self.pasteOn)
    }

    /// Puts the terminal back as it was.
    func leave() {
        guard isRaw else { return }
        isRaw = false
        StandardError.write(Self.pasteOff)
        var settings = original
        tcsetattr(descriptor, TCSADRAIN, &settings)
        signals.restoresTerminal = false
        // One that came while keys were handed over, and that nobody saw to.
        if signals.told().asksToStop { signals.stop() }
    }

    /// Hands over keys again, after the process was stopped and whoever had the terminal meanwhile did with it what he
    /// liked.
    func resume() {
        isRaw = false
        enter()
    }

    /// Suspends the process, and returns when it goes on.
    ///
    /// - Parameter job: Whether all others of its job are suspended too, as Ctrl-Z does where no lines are edited.
    func suspend(job: Bool) {
        leave()
        if job { signals.stopJob() } else { signals.stop() }
        enter()
    }
}

extension [CInt] {
    /// Whether the process shall stop, by these signals: what came last counts.
    var asksToStop: Bool {
        last { $0 == SIGTSTP || $0 == SIGCONT } == SIGTSTP
    }
}
