import BenchmarkSupport
@_spi(Dynamic) import Scopes

/// Measures the validation of graphs, compared with graphs of a tenth of their size.
///
/// There are two pairs of sizes, because the time per binding doubles between 1,000 and 2,000 bindings, where the data
/// outgrows the second-level cache (1 MiB on the measured machine). The time is constant on either side: 1.8 to 2.0 µs
/// for 100 to 1,000 bindings, and 3.4 to 4.1 µs for 2,000 to 128,000.
func measureAdmission() async throws {
    try measureGrowth(from: 100, to: 1_000, limit: 12)
    // Memory accesses dominate: the ratio was 10 to 13.6, depending on the other load of the machine.
    try measureGrowth(from: 10_000, to: 100_000, limit: 15)
}

/// Measures both sizes alternately.
///
/// A small graph is validated several times, so that both sizes have the same number of bindings per iteration.
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

/// Returns a graph in which each binding requires up to three earlier bindings.
private func graph(of count: Int) -> Blueprint {
    var blueprint = Blueprint("root")
    for number in 0..<count {
        let requirements = Set([number / 2, number / 3, number - 1]).filter { $0 >= 0 && $0 < number }.sorted()
        blueprint.add(
            Binding(named: "\(number)", requirements: requirements.map { Requirement(named: "\($0)") }) { _ in number })
    }
    return blueprint
}
