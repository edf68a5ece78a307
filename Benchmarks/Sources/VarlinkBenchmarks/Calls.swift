import BenchmarkSupport
import CVarlinkFloor
import VarlinkLoad

/// The messages of the benchmarks.
enum Message {
    static let info = #"{"method":"org.varlink.service.GetInfo"}"#
    static let get =
        #"{"method":"org.example.benchmark.Get","parameters":{"id":"5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c11"}}"#
    static let watch = #"{"method":"org.example.benchmark.Watch","more":true}"#

    /// A reply of the same length as the reply to ``info``.
    static let infoReply =
        #"{"parameters":{"vendor":"Trellis","product":"VarlinkBenchmarks","version":"1","url":"https://example.org/","#
        + #""interfaces":["org.varlink.service","org.example.benchmark"]}}"#
}

/// Measures the rate of calls, compared with a minimal server.
///
/// Each connection makes its next call after it has received the reply to the previous call.
func measureCalls() throws {
    for connections in [1, 8, 64] {
        let server = try ServerProcess(["serve", "1"])
        let floor = try startFloor(reply: Message.infoReply)
        try compareCalls(
            "GetInfo", Message.info, connections: connections, of: server, with: floor,
            limit: [1: 0.75, 64: 0.5][connections])
        // The method runs on Swift's default executor. ItemsBenchmarks measures a method on a plugin's executor.
        try compareCalls(
            "a method", Message.get, connections: connections, of: server, with: floor, limit: nil)
    }
}

/// Measures the calls of a running server.
func measureLoad(at path: String, _ call: String = Message.info) throws {
    for connections in [1, 8, 64] {
        let results = try (0..<5).map { _ in try load(path, call, connections) }
        try Figure(
            "calls at \(path), \(connections)", results.map(\.calls_per_second).median, "calls/s", better: .higher
        ).report()
        try Figure("99th percentile at \(path), \(connections)", results.map(\.percentile99).median, "µs").report()
    }
}
