import BenchmarkSupport
public import CVarlinkFloor

/// Makes calls for one second.
///
/// Each connection makes its next call after it has received the reply to the previous call.
public func load(_ path: String, _ call: String, _ connections: Int) throws -> call_measurement {
    var result = call_measurement()
    try requireSuccess(measure_calls(path, Int32(connections), call, call.utf8.count + 1, 1, &result))
    return result
}

/// Starts a minimal server that replies to every call with the same bytes.
///
/// The program must call ``serveFloor(_:)`` in its `main`.
public func startFloor(reply: String) throws -> ServerProcess {
    try ServerProcess(["floor", reply])
}

/// Runs the server of ``startFloor(reply:)`` until the process is terminated.
///
/// - Returns: Whether the arguments select the server.
public func serveFloor(_ arguments: [String]) throws -> Bool {
    guard arguments.first == "floor" else { return false }
    try requireSuccess(floor_serve_calls(arguments[1], arguments[2], arguments[2].utf8.count + 1))
    return true
}

/// Measures a call of two servers alternately, and reports the ratio of their rates.
///
/// - Parameters:
///   - name: The name of the reported figure, without the number of connections.
///   - call: The encoded call, as a JSON object.
///   - connections: The number of connections, each with one call in progress.
///   - server: The server under test.
///   - floor: The reference server, such as that of ``startFloor(reply:)``.
///   - reference: The prefix of the name of the reference's figure. Default: `floor of `.
///   - rounds: The number of measurements, each of one second per server. Default: 5.
///   - limit: The minimum ratio of the rates; nil for no limit.
/// - Throws: ``SystemCallFailure`` if a connection fails.
public func compareCalls(
    _ name: String, _ call: String, connections: Int, of server: ServerProcess, with floor: ServerProcess,
    as reference: String = "floor of ", rounds: Int = 5, limit: Double?
) throws {
    let name = "\(name), \(connections) \(connections == 1 ? "connection" : "connections")"
    var rates: [Double] = []
    var floorRates: [Double] = []
    var latencies: [Double] = []
    for _ in 0..<rounds {
        floorRates.append(try load(floor.path, call, connections).calls_per_second)
        let result = try load(server.path, call, connections)
        rates.append(result.calls_per_second)
        latencies.append(result.percentile99)
    }
    let ratio = zip(rates, floorRates).map { $0 / $1 }.median
    let reference = reference + name
    try Figure(reference, floorRates.median, "calls/s", better: .higher).report()
    try Figure(
        name, rates.median, "calls/s", reference: reference, ratio: ratio, better: .higher, limit: limit
    ).report()
    try Figure(name + ", 99th percentile", latencies.median, "µs").report()
}
