import BenchmarkSupport
import Foundation
import SystemPackage
import Trellis
import TrellisTesting

/// The lease of the hosts, in seconds.
private let lease = 6.0

/// Measures the time until another host runs a plugin that runs on one host at a time: after a clean stop of the holder, and
/// after its crash.
///
/// The daemon is that of `make build`. The limit of a crash is the lease and half a second, that of a stop half a second.
func measureTakeovers() async throws {
    guard FileManager.default.isExecutableFile(atPath: ClusterDaemon.program) else {
        throw TakeoverFailure(text: "\(ClusterDaemon.program) is missing; run make build")
    }
    var (stops, crashes): ([Double], [Double]) = ([], [])
    try await EtcdServer.with { server, _ in
        try await withTemporaryFolder { folder in
            var number = 0
            func start() async throws -> ClusterDaemon {
                number += 1
                return try await ClusterDaemon(number, of: server, lease: lease, in: folder)
            }
            var holder = try await start()
            try await holder.waitUntilRunning()
            for run in 0..<10 {
                let next = try await start()
                try await next.waitUntilStandby()
                let clock = ContinuousClock()
                let end = clock.now
                holder.end(with: run.isMultiple(of: 2) ? SIGTERM : SIGKILL)
                try await next.waitUntilRunning()
                let seconds = end.duration(to: clock.now) / .seconds(1)
                if run.isMultiple(of: 2) { stops.append(seconds) } else { crashes.append(seconds) }
                holder = next
            }
            holder.end(with: SIGTERM)
        }
    }
    let parts = [("a clean stop", stops, 0.5), ("a crash, lease \(Int(lease)) s", crashes, lease + 0.5)]
    for (name, times, limit) in parts {
        try Figure(
            "takeover after \(name), longest of \(times.count)", times.max() ?? .nan, "s",
            reference: "\(limit) s", ratio: (times.max() ?? .nan) / limit, limit: 1
        ).report()
    }
}

/// A measurement was not possible.
private struct TakeoverFailure: Error {
    let text: String
}

/// A daemon of a cluster, with the plugin Search, which runs on one host at a time.
private final class ClusterDaemon {
    static let program = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../.build/release/trellisd").standardizedFileURL.path

    private let process = Process()
    private let connection: VarlinkConnection
    private var states: ReplySequence<JSONObject>.AsyncIterator

    /// Starts the daemon, and reads its events.
    init(_ number: Int, of server: EtcdServer, lease: Double, in folder: FilePath) async throws {
        let folder = folder.appending("host\(number)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        let configuration = """
            cluster:
              name: host\(number)
              etcd: { endpoints: ["http://\(server.endpoint)"], lease: \(Int(lease))s }
            plugins: { search: { placement: single } }
            """
        try Data(configuration.utf8).write(to: URL(filePath: folder.appending("trellis.yaml").string))
        let paths = [
            "--config": "trellis.yaml", "--state-directory": "state", "--cache-directory": "cache",
            "--runtime-directory": "run", "--socket": "socket",
        ]
        process.executableURL = URL(filePath: Self.program)
        process.arguments = paths.flatMap { [$0.key, folder.appending($0.value).string] }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let socket = folder.appending("socket").string
        var connected: VarlinkConnection?
        while connected == nil {
            guard process.isRunning else { throw TakeoverFailure(text: "the daemon has ended") }
            connected = try? await VarlinkConnection.connect(to: .path(socket))
            if connected == nil { try await Task.sleep(for: .milliseconds(20)) }
        }
        guard let connected else { throw TakeoverFailure(text: "the daemon does not listen") }
        connection = connected
        states = connection.stream("io.trellis.Host.Events", ["follow": true]).makeAsyncIterator()
    }

    func waitUntilRunning() async throws { try await wait(for: "running") }

    func waitUntilStandby() async throws { try await wait(for: "standby") }

    /// Waits for a state of Search.
    private func wait(for state: String) async throws {
        while let reply = try await states.next() {
            let transition = reply["event"]?["transition"]
            if transition?["plugin"]?.stringValue == "search", transition?["to"]?.stringValue == state { return }
        }
        throw TakeoverFailure(text: "the daemon has ended its events before Search is \(state)")
    }

    /// Ends the daemon with a signal.
    func end(with signal: Int32) { kill(process.processIdentifier, signal) }

    deinit {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}
