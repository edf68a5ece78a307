import Glibc
public import LogSupport
import RFC3339

/// Writes log lines to a terminal, a file or a pipe, in order, from a dedicated thread.
///
/// All loggers of a process share one writer. Writing to a console can block for an unlimited time, for example on a
/// terminal that is stopped with Ctrl-S, or on a pipe that nothing reads. Lines therefore go through a bounded queue, and
/// logging never waits. When the queue is full, new lines are dropped, and a line reports their number. Lines for a reader
/// that has closed its end (EPIPE) are lost, and the process continues.
///
/// Call ``flush(within:)`` before the process ends, and before other code writes to the same descriptor. Lines that wait
/// when the process crashes are lost.
public final class ConsoleWriter: Sendable {
    /// The format of lines.
    public let style: ConsoleStyle
    private let queue: OutputQueue<[UInt8]>

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to write to. The caller owns it and must keep it open. Default: 2, standard error.
    ///   - style: The format of lines.
    ///   - limits: The capacity of the queue.
    public init(
        descriptor: Int32 = 2, style: ConsoleStyle, limits: OutputQueueLimits = OutputQueueLimits()
    ) {
        self.style = style
        queue = OutputQueue(
            limits: limits,
            sink: OutputQueue.Sink(
                write: { Self.write($0, to: descriptor) },
                makeReport: { count in
                    let time = Timestamp.now.consoleText(showsDate: style.showsDate)
                    return Array("\(time) warning  \(count) log lines were dropped because the output blocked.\n".utf8)
                }))
    }

    /// Blocks the thread until every line is written, or until a timeout.
    ///
    /// Call this method at the end of a program.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Whether every line was written.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        queue.flush(within: limit)
    }

    func append(_ line: String, priority: OutputPriority) {
        let bytes = Array(line.utf8)
        queue.append(bytes, size: bytes.count, priority: priority)
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
