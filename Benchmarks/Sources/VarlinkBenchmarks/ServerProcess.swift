import CVarlinkFloor
import Foundation
import Varlink

/// A server in a process of its own, which ends when nobody holds this any more.
final class ServerProcess {
    let path: String

    private let process = Process()

    /// Starts a server, and waits until it can be connected to.
    ///
    /// - Parameters:
    ///   - arguments: What ``serve(_:)`` takes, without the path behind the first one.
    ///   - acceptsProbe: Whether the server does not mind a connection that says nothing.
    /// - Throws: `SystemCallFailure` when the server ends, and what `Process` throws.
    init(_ arguments: [String], acceptsProbe: Bool = true) throws {
        path = FileManager.default.temporaryDirectory.path + "/varlink-benchmark-\(UUID().uuidString.prefix(8))"
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [arguments[0], path] + arguments.dropFirst()
        try process.run()
        while process.isRunning {
            Thread.sleep(forTimeInterval: 0.05)
            if !FileManager.default.fileExists(atPath: path) { continue }
            if !acceptsProbe {
                // It listens right after it has bound.
                Thread.sleep(forTimeInterval: 0.2)
                return
            }
            var descriptor: Int32 = -1
            if open_connections(path, 1, nil, 0, &descriptor) == 0 {
                close(descriptor)
                return
            }
        }
        throw SystemCallFailure(text: "the server has ended")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + ".lock")
    }

    /// How much memory the process has (VmRSS in proc(5)).
    var residentBytes: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) * 1024
        }
    }

    /// Is a server, when the arguments say so: `floor PATH REPLY`, `floor-streams PATH WATCHERS CHANGES` or
    /// `serve PATH WATCHERS [CHANGES]`.
    static func serve(_ arguments: [String]) async throws -> Bool {
        switch arguments.first {
        case "floor":
            try requireSuccess(floor_serve_calls(arguments[1], arguments[2], arguments[2].utf8.count + 1))
        case "floor-streams":
            let prefix =
                #"{"parameters":{"item":{"id":"5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c11","title":"Green tea","count":3,"#
                + #""created":"2026-11-21T08:00:00.000Z","modified":"2026-11-21T08:00:00.000Z"},"revision":"#
            try requireSuccess(
                floor_serve_streams(
                    arguments[1], Int32(arguments[2]) ?? 0, Int32(arguments[3]) ?? 0, prefix, #"},"continues":true}"#))
        case "serve":
            let router = VarlinkRouter(
                information: ServiceInformation(
                    vendor: "Trellis", product: "VarlinkBenchmarks", version: "1", url: "https://example.org/"))
            let numbers = arguments.dropFirst(2).compactMap { Int($0) }
            let changes = ChangeLog(watchers: numbers.first ?? 1, count: numbers.dropFirst().first ?? 1)
            try router.register(BenchmarkInterface(changes: changes), executorPreference: QueueExecutor())
            var configuration = VarlinkServer.Configuration()
            configuration.maximumConnections = 20_000
            configuration.maximumConnectionsPerUser = 20_000
            let server = VarlinkServer(router: router, configuration: configuration)
            try server.listen(on: .path(arguments[1]))
            try await server.run()
        default:
            return false
        }
        return true
    }
}

struct SystemCallFailure: Error {
    let text: String
}

func requireSuccess(_ result: Int32) throws {
    if result < 0 { throw SystemCallFailure(text: String(cString: strerror(errno))) }
}

/// Lets this process, and those that it starts, have as many descriptors as the system allows.
func raiseDescriptorLimit() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    try requireSuccess(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
}
