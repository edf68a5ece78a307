import CAttribution
import Foundation
import Glibc

/// A thread that runs jobs or callbacks of a plugin.
struct WorkerThread: Sendable {
    /// The number of the thread (gettid(2)).
    let number: Int32

    private let processorClock: clockid_t
    private let processorStart: UInt64

    /// The start of the current job or callback.
    var jobStart: UInt64

    /// Whether the thread belongs to the whole daemon: it runs an event loop, or a task outside the plugin's executor.
    var isShared = false

    /// The calling thread, whose job starts now.
    init() {
        number = attribution_thread()
        var clock = CLOCK_THREAD_CPUTIME_ID
        // Another thread can read this clock, until the thread ends.
        pthread_getcpuclockid(pthread_self(), &clock)
        processorClock = clock
        processorStart = Self.nanoseconds(of: clock)
        jobStart = Self.now
    }

    /// The processor time since the value was created, in nanoseconds.
    ///
    /// The thread must not have ended.
    var processorTime: UInt64 { Self.duration(from: processorStart, to: Self.nanoseconds(of: processorClock)) }

    /// The time since the current job has begun, in nanoseconds.
    var jobDuration: UInt64 { Self.duration(from: jobStart, to: Self.now) }

    /// The time of the monotonic clock, in nanoseconds.
    static var now: UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

    /// The duration between two times in nanoseconds; zero if the clock went back, as a virtual machine or a test may let it.
    static func duration(from start: UInt64, to end: UInt64) -> UInt64 { end > start ? end - start : 0 }

    /// The time of a clock; zero if it can't be read, or is before its epoch.
    private static func nanoseconds(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0, time.tv_sec >= 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The number and the state of the thread, such as `1234 (sleeping)`, for the operator.
    var description: String {
        let stat = try? String(contentsOfFile: "/proc/self/task/\(number)/stat", encoding: .utf8)
        // The state follows the name, which is in parentheses (proc_pid_stat(5)).
        switch stat?.drop(while: { $0 != ")" }).dropFirst(2).first {
        case "R": return "\(number) (running)"
        case "S": return "\(number) (sleeping)"
        case "D": return "\(number) (waiting for a disk)"
        default: return "\(number)"
        }
    }
}

/// The use of the threads of a plugin since the start of the daemon.
struct ExecutorUsage: Sendable, Equatable {
    /// The number of jobs, the parts of tasks between two suspensions, that have begun.
    var jobs = 0

    /// The number of attributed functions that have ended on threads of libraries.
    ///
    /// They are not progress of the plugin's own threads, so they are not among the jobs.
    var callbacks = 0

    /// The processor time in nanoseconds.
    var processorTime: UInt64 = 0

    /// The longest time that a job has occupied a thread, in nanoseconds.
    var longestJob: UInt64 = 0

    /// The number of stalls.
    var stalls = 0

    /// The number of jobs that wait for a thread at present.
    var waitingJobs = 0
}
