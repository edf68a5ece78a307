import BenchmarkSupport
import CVarlinkFloor

/// What the calls of the benchmarks are, as they travel.
enum Message {
    static let info = #"{"method":"org.varlink.service.GetInfo"}"#
    static let get =
        #"{"method":"org.example.benchmark.Get","parameters":{"id":"5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c11"}}"#
    static let watch = #"{"method":"org.example.benchmark.Watch","more":true}"#

    /// As long as the answer to ``info``.
    static let infoReply =
        #"{"parameters":{"vendor":"Trellis","product":"VarlinkBenchmarks","version":"1","url":"https://example.org/","#
        + #""interfaces":["org.varlink.service","org.example.benchmark"]}}"#
}

/// Measures calls, each made when the one before it on its connection has been answered.
func measureCalls() throws {
    for connections in [1, 8, 64] {
        let suffix = "\(connections) \(connections == 1 ? "connection" : "connections")"
        try compare(
            "GetInfo, \(suffix)", Message.info, connections, limit: [1: 0.9, 64: 0.6][connections])
        try compare("a method, \(suffix)", Message.get, connections, limit: [1: 0.6, 64: 0.4][connections])
    }
}

private func compare(_ name: String, _ call: String, _ connections: Int, limit: Double?) throws {
    let floor = try ServerProcess(["floor", Message.infoReply])
    let server = try ServerProcess(["serve", "1"])
    var rates: [Double] = []
    var floorRates: [Double] = []
    var latencies: [Double] = []
    for _ in 0..<5 {
        floorRates.append(try load(floor.path, call, connections).calls_per_second)
        let result = try load(server.path, call, connections)
        rates.append(result.calls_per_second)
        latencies.append(result.percentile99)
    }
    let ratio = zip(rates, floorRates).map { $0 / $1 }.median
    let reference = "floor of " + name
    try Figure(reference, floorRates.median, "calls/s", better: .higher).report()
    try Figure(
        name, rates.median, "calls/s", reference: reference, ratio: ratio, better: .higher, limit: limit
    ).report()
    try Figure(name + ", 99th percentile", latencies.median, "µs").report()
}

func load(_ path: String, _ call: String, _ connections: Int) throws -> call_measurement {
    var result = call_measurement()
    try requireSuccess(measure_calls(path, Int32(connections), call, call.utf8.count + 1, 1, &result))
    return result
}

/// Measures GetInfo of a server that somebody else has started.
func measureLoad(at path: String) throws {
    for connections in [1, 8, 64] {
        let results = try (0..<5).map { _ in try load(path, Message.info, connections) }
        try Figure(
            "GetInfo at \(path), \(connections)", results.map(\.calls_per_second).median, "calls/s", better: .higher
        ).report()
        try Figure("99th percentile at \(path), \(connections)", results.map(\.percentile99).median, "µs").report()
    }
}
