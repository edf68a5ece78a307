import Foundation
import Glibc
import Synchronization

/// The state that the clients, the watchers and the faults of a load share.
final class FaultLoad: Sendable {
    private let isOver = Mutex(false)
    private let counts = Mutex<[String: Int]>([:])
    private let nextNumber = Mutex(0)

    /// Whether ``finish()`` has ended the load.
    var isFinished: Bool { isOver.withLock(\.self) }

    /// Ends the load: clients stop after their current operation.
    func finish() { isOver.withLock { $0 = true } }

    /// A number that no other operation has.
    func uniqueNumber() -> Int {
        nextNumber.withLock { number in
            number += 1
            return number
        }
    }

    /// Counts an event, for the summary.
    func count(_ event: String) { counts.withLock { $0[event, default: 0] += 1 } }

    /// The counted events, with their numbers.
    var summary: String {
        counts.withLock(\.self).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// Prints the progress.
    func report(_ text: String) {
        let time = Date.now.formatted(.iso8601.time(includingFractionalSeconds: false))
        FileHandle.standardError.write(Data("jepsen: \(time) \(text)\n".utf8))
    }

    /// Nanoseconds on a clock that is never set.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
