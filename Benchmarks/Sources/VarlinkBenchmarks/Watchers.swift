import BenchmarkSupport
import CVarlinkFloor
import Foundation
import VarlinkLoad

/// Measures a stream to many watchers, each of which receives every change in order.
func measureWatchers() throws {
    let watchers = 1000
    let changes = 200
    try raiseDescriptorLimit()
    var rates: [Double] = []
    var floorRates: [Double] = []
    var incomplete = 0
    for _ in 0..<5 {
        let floor = try ServerProcess(["floor-streams", "\(watchers)", "\(changes)"], acceptsProbe: false)
        floorRates.append(try watch(floor.path, watchers, changes).messages_per_second)
        let server = try ServerProcess(["serve", "\(watchers)", "\(changes)"])
        let result = try watch(server.path, watchers, changes)
        rates.append(result.messages_per_second)
        incomplete += Int(result.incomplete)
    }
    let reference = "floor of a stream to 1,000 watchers"
    let ratio = zip(rates, floorRates).map { $0 / $1 }.median
    try Figure(reference, floorRates.median, "messages/s", better: .higher).report()
    try Figure(
        "a stream to 1,000 watchers", rates.median, "messages/s", reference: reference, ratio: ratio, better: .higher,
        limit: 0.5
    ).report()
    try Figure("watchers without every change in order", Double(incomplete), "watchers").report()
}

private func watch(_ path: String, _ watchers: Int, _ changes: Int) throws -> stream_measurement {
    var result = stream_measurement()
    try requireSuccess(
        measure_streams(
            path, Int32(watchers), Int32(changes), Message.watch, Message.watch.utf8.count + 1, #""revision":"#, &result
        ))
    return result
}
