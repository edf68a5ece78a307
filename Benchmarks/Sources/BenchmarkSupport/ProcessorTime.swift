import Foundation

/// The processor time that this process has used so far, in nanoseconds, on all threads together.
///
/// Unlike the time on the wall, it leaves out what other processes take.
public var processorNanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
