import Glibc
import Synchronization

/// What signals do to a process that edits lines at a terminal.
///
/// One that ends the process leaves the terminal as it was before. That it shall stop, goes on, or that the terminal
/// has another size is told through a pipe: whoever edits lines is then the only one to change the terminal. All that
/// the handlers call is safe in a handler (signal-safety(7)). There is one of these in a process.
final class TerminalSignals: Sendable {
    /// What the handlers need.
    private struct Place {
        /// The terminal, and how it is to be left.
        var terminal: CInt
        var settings: termios

        /// What is written to standard error when the terminal is left.
        var farewell: [UInt8]

        /// Where signals are told.
        var pipe: CInt
    }

    /// Written once, before the handlers are set that read it.
    nonisolated(unsafe) private static var place: Place?

    /// What signals did before, by their numbers: memory that a handler can read without more ado, and that is never
    /// given back.
    ///
    /// An entry is written once, before the handler is set that reads it.
    nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    private static let restores = Atomic<Bool>(false)

    /// Whether the process has got the signal that it sent to its job.
    private static let hasTaken = Atomic<Bool>(false)

    /// Where the numbers of the signals can be read that were told.
    let reader: CInt

    /// Sets the handlers; gives nil when there is no pipe to be had.
    ///
    /// - Parameters:
    ///   - terminal: The terminal.
    ///   - settings: How it is to be left.
    ///   - farewell: What is to be written to standard error then.
    init?(terminal: CInt, settings: termios, farewell: String) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reader = ends[0]
        restoresTerminal = false
        Self.place = Place(terminal: terminal, settings: settings, farewell: Array(farewell.utf8), pipe: ends[1])
        for number in [SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
            sigaction(number, nil, Self.before + Int(number))
            Self.handle(number, by: Self.end, SA_RESTART | SA_ONSTACK)
        }
        for number in [SIGCONT, SIGWINCH] { Self.handle(number, by: Self.tell) }
        Self.handle(SIGTSTP, by: Self.stop)
    }

    /// Whether the terminal is to be put back when a signal ends or stops the process.
    var restoresTerminal: Bool {
        get { Self.restores.load(ordering: .sequentiallyConsistent) }
        set { Self.restores.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// The signals that were told since this was asked the last time, in the order in which they came.
    func told() -> [CInt] {
        var numbers = [UInt8](repeating: 0, count: 64)
        var told: [CInt] = []
        while case let count = read(reader, &numbers, numbers.count), count > 0 {
            told += numbers[..<count].map { CInt($0) }
        }
        return told
    }

    /// Stops this process, and returns when it goes on.
    func stop() {
        Self.stopByDefault(SIGTSTP)
    }

    /// Stops the processes of this job, and returns when this one goes on.
    func stopJob() {
        // The others first; this process by a signal to this thread, so that it has stopped before the next line. What it
        // gets with the others is taken before that: ignored signals are not dropped where the main thread blocks them or a
        // debugger looks on (signal(7), ptrace(2)), and would stop it once more when it goes on.
        Self.hasTaken.store(false, ordering: .sequentiallyConsistent)
        Self.handle(SIGTSTP, by: Self.take)
        kill(0, SIGTSTP)
        // A SIGCONT that comes now takes it away, so this has an end.
        for _ in 0..<100 where !Self.hasTaken.load(ordering: .sequentiallyConsistent) { usleep(1_000) }
        Self.stopByDefault(SIGTSTP)
    }

    private static func handle(_ number: CInt, by handler: @convention(c) (CInt) -> Void, _ flags: CInt = SA_RESTART) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = flags
        sigaction(number, &action, nil)
    }

    private static let end: @convention(c) (CInt) -> Void = { number in
        TerminalSignals.restore()
        // As before: by default it ends the process; what reports crashes does that first.
        sigaction(number, TerminalSignals.before + Int(number), nil)
        raise(number)
    }

    private static let stop: @convention(c) (CInt) -> Void = { number in
        let error = errno
        defer { errno = error }
        if TerminalSignals.restores.load(ordering: .sequentiallyConsistent) {
            TerminalSignals.tell(number)
        } else {
            TerminalSignals.stopByDefault(number)
        }
    }

    private static let take: @convention(c) (CInt) -> Void = { _ in
        TerminalSignals.hasTaken.store(true, ordering: .sequentiallyConsistent)
    }

    /// Stops the process as a signal does by default, and returns when it goes on.
    private static func stopByDefault(_ number: CInt) {
        signal(number, SIG_DFL)
        raise(number)
        // Blocked in a handler, and on threads that run tasks; it stops the process where it is let through.
        var (set, before) = (sigset_t(), sigset_t())
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        handle(number, by: stop)
    }

    private static let tell: @convention(c) (CInt) -> Void = { number in
        let error = errno
        defer { errno = error }
        guard let place = TerminalSignals.place else { return }
        var byte = UInt8(truncatingIfNeeded: number)
        write(place.pipe, &byte, 1)
    }

    private static func restore() {
        guard restores.load(ordering: .sequentiallyConsistent), var place else { return }
        tcsetattr(place.terminal, TCSANOW, &place.settings)
        place.farewell.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
