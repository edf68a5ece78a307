import Glibc
import Synchronization

/// Takes signals in the place of what they do by default, and hands them to a task.
///
/// The signals' handler writes their numbers into a pipe, which is all that a handler may do (signal-safety(7)). There
/// is one trap at a time; the pipe stays for the next, so that a handler never writes to anything else.
final class SignalTrap: Sendable {
    private static let pipe: (reader: InputDescriptor, writer: CInt)? = {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (InputDescriptor(ends[0], name: "the pipe of signals"), ends[1])
    }()

    /// How many signals have come since the trap was set.
    private static let count = Atomic<CInt>(0)

    private let signals: [CInt]
    private let before: [sigaction]

    /// Sets the trap.
    ///
    /// - Parameter signals: The signals that it takes.
    /// - Throws: ``CommandFailure`` (EX_OSERR) when there is no pipe to be had.
    init(_ signals: [CInt]) throws {
        guard let pipe = Self.pipe else {
            throw CommandFailure(EX_OSERR, "the system has no pipe left for this process")
        }
        // What came behind the end of the trap before.
        var stale: UInt8 = 0
        while read(pipe.reader.number, &stale, 1) > 0 {}
        Self.count.store(0, ordering: .relaxed)
        self.signals = signals
        before = signals.map { number in
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { SignalTrap.take($0) }
            action.sa_flags = SA_RESTART
            var previous = sigaction()
            sigaction(number, &action, &previous)
            return previous
        }
    }

    /// Whether a signal does nothing, as nohup(1) and the shells' background jobs have it.
    static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // Safe: both are the address of a function or a small number in its place, and are compared as numbers alone.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The next signal; nil when the trap was released.
    ///
    /// - Throws: ``CommandFailure`` (EX_IOERR) when the pipe can't be read.
    func next() async throws -> CInt? {
        guard let byte = try await Self.pipe?.reader.read(upTo: 1).first, byte > 0 else { return nil }
        return CInt(byte)
    }

    /// Releases the signals: they do again what they did before.
    func release() {
        for (number, action) in zip(signals, before) {
            var action = action
            sigaction(number, &action, nil)
        }
        Self.write(0)
    }

    /// What the handler does: nothing but what is safe in one, and without touching `errno`.
    private static func take(_ number: CInt) {
        let error = errno
        defer { errno = error }
        guard count.add(1, ordering: .relaxed).newValue == 1 else {
            // Asked twice: the first did not help.
            signal(number, SIG_DFL)
            raise(number)
            return
        }
        write(UInt8(truncatingIfNeeded: number))
    }

    private static func write(_ byte: UInt8) {
        guard let pipe else { return }
        var byte = byte
        Glibc.write(pipe.writer, &byte, 1)
    }
}
