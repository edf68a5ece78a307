import Foundation
import Glibc
import HostSupport
import OpenMetrics

/// The metrics of the process, with the names that all programs use for them (Prometheus, "Writing client libraries").
///
/// A value that cannot be read is left out.
struct ProcessMetrics: Sendable {
    /// The start of the process, in seconds since 1970.
    private let start = Deferred { Self.startTime() }

    /// Adds the metrics to an exposition.
    func collect(into metrics: inout MetricCollection) {
        var time = timespec()
        if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 {
            metrics.add(Self.processorTime, .number(Double(time.tv_sec) + Double(time.tv_nsec) / 1e9))
        }
        if let start = start.value { metrics.add(Self.startFamily, .number(start)) }
        if let count = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            // The listing has opened the directory itself.
            metrics.add(Self.openFiles, .integer(max(0, count - 1)))
        }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            metrics.add(Self.maximumFiles, .integer(Int(clamping: limit.rlim_cur)))
        }
        let fields = Self.statistics("/proc/self/stat")
        guard fields.count > 21 else { return }
        if let threads = Int(fields[17]) { metrics.add(Self.threads, .integer(threads)) }
        if let size = Int(fields[20]) { metrics.add(Self.virtualMemory, .integer(size)) }
        if let pages = Int(fields[21]) { metrics.add(Self.residentMemory, .integer(pages * Int(getpagesize()))) }
    }

    /// The fields of proc_pid_stat(5) after the name of the program, from the third on.
    private static func statistics(_ path: String) -> [Substring] {
        // The name, in parentheses, may contain spaces and parentheses.
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        guard let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }

    private static func startTime() -> Double? {
        let fields = statistics("/proc/self/stat")
        // The field counts from the boot of the machine. The sandbox of the unit hides /proc/stat, which has the time of the boot.
        var (now, sinceBoot) = (timespec(), timespec())
        guard fields.count > 19, let ticks = Double(fields[19]), clock_gettime(CLOCK_REALTIME, &now) == 0,
            clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0
        else { return nil }
        let boot =
            Double(now.tv_sec - sinceBoot.tv_sec) + Double(now.tv_nsec - sinceBoot.tv_nsec) / 1e9
        return boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

extension ProcessMetrics {
    private static let processorTime = MetricFamily(
        "process_cpu", .counter, unit: "seconds", help: "Processor time of the process.")
    private static let startFamily = MetricFamily(
        "process_start_time", .gauge, unit: "seconds", help: "Start of the process, in seconds since 1970.")
    private static let openFiles = MetricFamily("process_open_fds", .gauge, help: "Open file descriptors.")
    private static let maximumFiles = MetricFamily("process_max_fds", .gauge, help: "Limit on open file descriptors.")
    private static let threads = MetricFamily("process_threads", .gauge, help: "Threads of the process.")
    private static let virtualMemory = MetricFamily(
        "process_virtual_memory", .gauge, unit: "bytes", help: "Virtual memory of the process.")
    private static let residentMemory = MetricFamily(
        "process_resident_memory", .gauge, unit: "bytes", help: "Resident memory of the process.")
}
