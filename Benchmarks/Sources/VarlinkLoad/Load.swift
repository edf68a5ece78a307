import BenchmarkSupport
public import CVarlinkFloor

/// Makes calls for a second, each when the one before it on its connection has been answered.
public func load(_ path: String, _ call: String, _ connections: Int) throws -> call_measurement {
    var result = call_measurement()
    try requireSuccess(measure_calls(path, Int32(connections), call, call.utf8.count + 1, 1, &result))
    return result
}

/// A server that answers every call with a reply, by the least that a server can do.
///
/// The program that makes one has ``serveFloor(_:)`` called in its `main`.
public func startFloor(reply: String) throws -> ServerProcess {
    try ServerProcess(["floor", reply])
}

/// Is the server of ``startFloor(reply:)``, until the process is ended.
///
/// - Returns: Whether the arguments say that it is to be one.
public func serveFloor(_ arguments: [String]) throws -> Bool {
    guard arguments.first == "floor" else { return false }
    try requireSuccess(floor_serve_calls(arguments[1], arguments[2], arguments[2].utf8.count + 1))
    return true
}

/// Measures a call of two servers in turns, and reports the rate of one next to that of the other.
///
/// - Parameters:
///   - name: What the figure is called.
///   - call: The call, as it travels.
///   - connections: How many make it.
///   - server: What is measured.
///   - floor: What it is compared with.
///   - limit: The least ratio that is allowed.
/// - Throws: ``SystemCallFailure``.
public func compareCalls(
    _ name: String, _ call: String, connections: Int, of server: ServerProcess, with floor: ServerProcess,
    limit: Double?
) throws {
    let name = "\(name), \(connections) \(connections == 1 ? "connection" : "connections")"
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
