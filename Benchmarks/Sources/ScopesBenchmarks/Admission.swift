import BenchmarkSupport
@_spi(Dynamic) import Scopes

/// Admission of graphs that grow by ten.
///
/// Two pairs of sizes, because the time per binding doubles between 1,000 and 2,000 bindings, where the data outgrows the
/// second-level cache (1 MiB on the machine on which this was measured), and is constant on either side: 1.8 to 2.0 µs from 100
/// to 1,000 bindings, 3.4 to 4.1 µs from 2,000 to 128,000.
func measureAdmission() async throws {
    try measureGrowth(from: 100, to: 1_000, limit: 12)
    // Limited by the memory: 10 to 13.6 times as long, depending on the other load of the machine.
    try measureGrowth(from: 10_000, to: 100_000, limit: 15)
}

/// Each round admits graphs of both sizes, as many of the small ones as have together as many bindings as the large one.
private func measureGrowth(from small: Int, to large: Int, limit: Double) throws {
    let (smallGraph, largeGraph) = (graph(of: small), graph(of: large))
    var (smallTimes, largeTimes) = ([Double](), [Double]())
    for _ in 0..<7 {
        smallTimes.append(try microseconds(toAdmit: smallGraph, count: large / small))
        largeTimes.append(try microseconds(toAdmit: largeGraph, count: 1))
    }
    let reference = "admission of \(small) bindings"
    try Figure(reference, smallTimes.median, "µs").report()
    try Figure(
        "admission of \(large) bindings", largeTimes.median, "µs", reference: reference,
        ratio: zip(largeTimes, smallTimes).map { $0 / $1 }.median, limit: limit
    ).report()
}

private func microseconds(toAdmit blueprint: Blueprint, count: Int) throws -> Double {
    let start = processorNanoseconds
    for _ in 0..<count { use(try Plan(blueprint)) }
    return (processorNanoseconds - start) / Double(count) / 1_000
}

/// A graph in which each binding requires up to three of those before it.
private func graph(of count: Int) -> Blueprint {
    var blueprint = Blueprint("root")
    for number in 0..<count {
        let requirements = Set([number / 2, number / 3, number - 1]).filter { $0 >= 0 && $0 < number }.sorted()
        blueprint.add(
            Binding(named: "\(number)", requirements: requirements.map { Requirement(named: "\($0)") }) { _ in number })
    }
    return blueprint
}
