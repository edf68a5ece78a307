import Glibc
import HostConfiguration
import HostSupport
import OpenMetrics
import Trellis

/// The metrics of the daemon that are read for each exposition: the control socket, the disks and the process.
struct DaemonMetrics: Sendable {
    /// The server of the control socket.
    let server: VarlinkServer

    /// The directories of the daemon.
    let directories: HostDirectories

    private let process = ProcessMetrics()

    /// Adds the metrics to an exposition.
    func collect(into metrics: inout MetricCollection) {
        metrics.add(Self.build, .info, labels: [("version", Release.version)])
        let load = server.load
        metrics.add(Self.connections, .integer(load.connections))
        metrics.add(Self.calls, .integer(load.calls))
        metrics.add(Self.unreadReplies, .integer(load.unreadReplySize))
        metrics.add(Self.retainedInput, .integer(load.retainedInputSize))
        for (name, path) in [("state", directories.state), ("cache", directories.cache)] {
            var status = statvfs()
            guard statvfs(path.string, &status) == 0 else { continue }
            // Some file systems report numbers whose product exceeds an integer.
            let (size, labels) = (Double(status.f_frsize), [("directory", name)])
            metrics.add(Self.availableSpace, .number(Double(status.f_bavail) * size), labels: labels)
            metrics.add(Self.space, .number(Double(status.f_blocks) * size), labels: labels)
        }
        process.collect(into: &metrics)
    }
}

extension DaemonMetrics {
    private static let build = MetricFamily("trellis_build", .info, help: "Version of the daemon.")
    private static let connections = MetricFamily(
        "trellis_connections", .gauge, help: "Connections to the control socket.")
    private static let calls = MetricFamily(
        "trellis_calls_in_progress", .gauge, help: "Calls in progress on the control socket, with streams.")
    private static let unreadReplies = MetricFamily(
        "trellis_unread_replies", .gauge, unit: "bytes", help: "Replies that clients have not read.")
    private static let retainedInput = MetricFamily(
        "trellis_retained_input", .gauge, unit: "bytes",
        help: "Calls that are being received or wait, and parameters of calls in progress.")
    private static let availableSpace = MetricFamily(
        "trellis_disk_available", .gauge, unit: "bytes", help: "Free space for the directory.")
    private static let space = MetricFamily(
        "trellis_disk_size", .gauge, unit: "bytes", help: "Size of the file system of the directory.")
}
