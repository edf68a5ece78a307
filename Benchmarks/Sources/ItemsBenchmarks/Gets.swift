import Foundation
import Items
import Trellis
import TrellisHost
import VarlinkLoad

/// Measures the method Get of an item in memory, through the whole daemon: its control socket, access control, the
/// plugin's scope and executor, and the store.
///
/// The reference is a server that only sends the bytes of a reply to Get.
func measureGets() async throws {
    let server = try ServerProcess(["daemon"])
    let connection = try await VarlinkConnection.connect(to: .path(server.path))
    let item = try await ItemsClient(connection).add(title: "Green tea", count: 3).item
    let floor = try startFloor(
        reply: #"{"parameters":{"item":{"id":"\#(item.id)","title":"Green tea","count":3,"created":"\#(item.created)","#
            + #""modified":"\#(item.modified)","revision":\#(item.revision)}}}"#)
    for connections in [1, 8, 64] {
        try compareCalls(
            "Get in memory", #"{"method":"io.trellis.Items.Get","parameters":{"id":"\#(item.id)"}}"#,
            connections: connections, of: server, with: floor, limit: [1: 0.4, 64: 0.22][connections])
    }
    await connection.close()
}

/// Measures the rate of calls by 64 clients with metrics, compared with that of a daemon that does not count calls.
func measureMetrics() async throws {
    let (measured, plain) = (try ServerProcess(["daemon"]), try ServerProcess(["daemon-without-metrics"]))
    try compareCalls(
        "Ping with metrics", #"{"method":"io.systemd.service.Ping"}"#, connections: 64, of: measured, with: plain,
        as: "without them: ", rounds: 21, limit: 0.97)
}

/// Runs the measured daemon if the arguments are `daemon PATH` or `daemon-without-metrics PATH`.
///
/// - Returns: Whether the arguments select the daemon.
func serveDaemon(_ arguments: [String]) async throws -> Bool {
    guard ["daemon", "daemon-without-metrics"].contains(arguments.first) else { return false }
    let folder = URL(filePath: arguments[1] + ".d")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = folder.appending(path: "trellis.yaml")
    try Data("plugins: {items: {store: memory}}\n".utf8).write(to: configuration)
    let directory = FilePath(folder.path)
    var options = HostOptions(
        configuration: FilePath(configuration.path), stateDirectory: directory.appending("state"),
        cacheDirectory: directory.appending("cache"), runtimeDirectory: directory.appending("run"),
        socket: arguments[1], logLevel: .error)
    options.measuresCalls = arguments[0] == "daemon"
    let status = await Host.runProcess(
        options, plugins: [PluginRegistration(ItemsPlugin.self)], checking: false)
    if status != 0 { throw SystemCallFailure(text: "the daemon ended with status \(status)") }
    return true
}
