import Glibc

/// Writes log lines to a terminal, a file or a pipe, in order, from a thread of its own.
///
/// One writer serves all loggers of a process. Writing to a console can block for as long as somebody pleases: a
/// terminal that is stopped with Ctrl-S, a pipe whose reader sleeps. Logging must not wait for that, so that lines go
/// through a bounded queue, as for the journal. When the queue is full, new lines are dropped, and a line says how
/// many. A reader that went away (EPIPE) loses the lines, and does not end the process.
///
/// Call ``flush(within:)`` before the process ends, and before text is written to the same descriptor in another way.
/// Lines that still wait when the process crashes are lost.
public final class ConsoleWriter: Sendable {
    let style: ConsoleStyle
    private let queue: OutputQueue<[UInt8]>

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - descriptor: Where lines go. It stays the caller's, and must stay open. Default: 2, standard error.
    ///   - style: How lines look.
    ///   - limits: How much may wait to be written.
    public init(
        descriptor: Int32 = 2, style: ConsoleStyle, limits: OutputQueueLimits = OutputQueueLimits()
    ) {
        self.style = style
        queue = OutputQueue(
            limits: limits,
            sink: OutputQueue.Sink(
                write: { Self.write($0, to: descriptor) },
                makeReport: { count in
                    let time = ConsoleTime.now.text(showsDate: style.showsDate)
                    return Array("\(time) warning  \(count) log lines were dropped, because nobody read them.\n".utf8)
                }))
    }

    /// Waits until every line is written, but not longer than a limit.
    ///
    /// It blocks the calling thread: use it where a program ends, not in its course.
    ///
    /// - Parameter limit: How long at most. Nothing is waited for when nothing waits.
    /// - Returns: Whether everything was written.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        queue.flush(within: limit)
    }

    func append(_ line: String, rank: OutputRank) {
        let bytes = Array(line.utf8)
        queue.append(bytes, size: bytes.count, rank: rank)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR:
                continue
            case EAGAIN:
                // Another process made the shared terminal or pipe non-blocking.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
            default:
                return false
            }
        }
        return true
    }
}
