import Glibc
import Synchronization

/// Delivers signals to a task instead of performing their default action.
///
/// The handler writes the number of the signal to a pipe, because a handler may call only few functions
/// (signal-safety(7)). Only one trap can exist at a time. All traps share the pipe. It is never closed, so that a late
/// handler does not write to another file.
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

    /// The number of signals since the trap was set.
    private static let count = Atomic<CInt>(0)

    private let signals: [CInt]
    private let before: [sigaction]

    /// Sets the trap.
    ///
    /// - Parameter signals: The numbers of the signals.
    /// - Throws: ``CommandFailure`` (EX_OSERR) when the pipe cannot be created.
    init(_ signals: [CInt]) throws {
        guard let pipe = Self.pipe else {
            throw CommandFailure(EX_OSERR, "cannot create a pipe: too many open files")
        }
        // Signals that arrived after the previous trap was released are discarded.
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

    /// Whether a signal is ignored, for example by nohup(1) or in a background job of a shell.
    static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // Safe: both values are the address of a function or a small number, and are only compared.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Waits for the next signal; returns nil when the trap is released.
    ///
    /// - Throws: ``CommandFailure`` (EX_IOERR) when the pipe cannot be read; `CancellationError` when the task is
    ///   cancelled.
    func next() async throws -> CInt? {
        guard let byte = try await Self.pipe?.reader.read(upTo: 1).first, byte > 0 else { return nil }
        return CInt(byte)
    }

    /// Restores the previous actions of the signals.
    func release() {
        for (number, action) in zip(signals, before) {
            var action = action
            sigaction(number, &action, nil)
        }
        Self.write(0)
    }

    /// The signal handler, which calls only async-signal-safe functions and preserves `errno`.
    private static func take(_ number: CInt) {
        let error = errno
        defer { errno = error }
        guard count.add(1, ordering: .relaxed).newValue == 1 else {
            // The operation has not ended after the first signal.
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
