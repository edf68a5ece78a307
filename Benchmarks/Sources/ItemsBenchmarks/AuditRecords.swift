import BenchmarkSupport
import CVarlinkFloor
import VarlinkLoad

/// Measures the cost of an audit record: compares SetLogLevel, a recorded method, with Ping, an unrecorded method of
/// the same interface.
///
/// Both methods return immediately. If the writer is slower than the calls, records are dropped: no call waits for the
/// writer.
func measureAuditRecords() throws {
    let server = try ServerProcess(["daemon"])
    let recorded = #"{"method":"io.systemd.service.SetLogLevel","parameters":{"level":3}}"#
    let unrecorded = #"{"method":"io.systemd.service.Ping"}"#
    for connections in [1, 64] {
        let suffix = ", \(connections) \(connections == 1 ? "connection" : "connections")"
        var rates: [Double] = []
        var referenceRates: [Double] = []
        for _ in 0..<5 {
            referenceRates.append(try load(server.path, unrecorded, connections).calls_per_second)
            rates.append(try load(server.path, recorded, connections).calls_per_second)
        }
        let reference = "call without audit record" + suffix
        try Figure(reference, referenceRates.median, "calls/s", better: .higher).report()
        try Figure(
            "call with audit record" + suffix, rates.median, "calls/s", reference: reference,
            ratio: zip(rates, referenceRates).map { $0 / $1 }.median, better: .higher,
            limit: [1: 0.6, 64: 0.35][connections]
        ).report()
    }
}
