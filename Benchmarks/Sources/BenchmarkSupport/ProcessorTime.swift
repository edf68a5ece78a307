import Foundation

/// The processor time that all threads of this process have used, in nanoseconds.
///
/// Unlike wall-clock time, processor time does not include the time of other processes.
public var processorNanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
