import BenchmarkSupport
import Foundation
import SystemPackage
import Trellis
import TrellisHost
import TrellisTesting

/// Compares the processor time from exec to readiness of a daemon with 1,000 plugins with that of an empty daemon.
func measureDaemonStarts() async throws {
    let sizes = [0, 10, 100, 1_000]
    var times: [Int: [Double]] = [:]
    var wallTimes: [Int: [Double]] = [:]
    try await withTemporaryFolder { folder in
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        for iteration in 0..<8 {
            for size in sizes {
                let configuration = folder.appending("trellis.yaml").string
                try Data(sampleConfiguration(size).utf8).write(to: URL(filePath: configuration))
                let daemon = try MeasuredProcess(program, ["daemon", "\(size)", folder.string], in: folder.string)
                // The first start creates the directories of the plugins.
                guard iteration > 0 else { continue }
                times[size, default: []].append(daemon.processorTime)
                wallTimes[size, default: []].append(daemon.wallTime)
            }
        }
    }
    for size in sizes {
        try Figure("processor time of a start, \(size) plugins", times[size, default: []].median, "ms").report()
        try Figure("exec to READY, \(size) plugins", wallTimes[size, default: []].median, "ms").report()
    }
    let added = zip(times[1_000, default: []], times[0, default: []]).map { $0 - $1 }
    try Figure(
        "processor time that 1,000 plugins add", added.median, "ms", reference: "500 ms", ratio: added.median / 500,
        limit: 1
    ).report()
}

/// Runs the measured daemon if the arguments are `daemon COUNT FOLDER`.
///
/// - Returns: Whether the arguments select the daemon.
func serveSampleDaemon(_ arguments: [String]) async -> Bool {
    guard arguments.count == 3, arguments[0] == "daemon", let count = Int(arguments[1]) else { return false }
    let folder = FilePath(arguments[2])
    let status = await Host.runProcess(
        HostOptions(
            configuration: folder.appending("trellis.yaml"), stateDirectory: folder.appending("state"),
            cacheDirectory: folder.appending("cache"), runtimeDirectory: folder.appending("run"),
            socket: folder.appending("socket").string, logLevel: .error),
        plugins: samples(count), checking: false)
    exit(status)
}
