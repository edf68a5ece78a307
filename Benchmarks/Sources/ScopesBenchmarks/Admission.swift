import BenchmarkSupport
@_spi(Dynamic) import Scopes

/// Admission of graphs that grow by ten: ten times the bindings may take twelve times as long.
///
/// Each round admits graphs of every size, as many of the small ones as have together as many bindings as the largest.
func measureAdmission() async throws {
    let sizes = [10, 100, 1_000, 10_000]
    let blueprints = sizes.map { graph(of: $0) }
    var times = sizes.map { _ in [Double]() }
    for _ in 0..<15 {
        for (index, blueprint) in blueprints.enumerated() {
            let count = 10_000 / sizes[index]
            let start = processorNanoseconds
            for _ in 0..<count { use(try Plan(blueprint)) }
            times[index].append((processorNanoseconds - start) / Double(count) / 1_000)
        }
    }
    for (index, size) in sizes.enumerated() {
        let name = "admission of \(size) bindings"
        guard index > 0 else {
            try Figure(name, times[index].median, "µs").report()
            continue
        }
        let ratio = zip(times[index], times[index - 1]).map { $0 / $1 }.median
        try Figure(
            name, times[index].median, "µs", reference: "admission of \(sizes[index - 1]) bindings", ratio: ratio,
            limit: 12
        ).report()
    }
}

/// A graph in which each binding needs up to three of those before it.
private func graph(of count: Int) -> Blueprint {
    var blueprint = Blueprint("root")
    for number in 0..<count {
        let needs = Set([number / 2, number / 3, number - 1]).filter { $0 >= 0 && $0 < number }.sorted()
        blueprint.add(
            Binding(named: "\(number)", requirements: needs.map { Requirement(named: "\($0)") }) { _ in number })
    }
    return blueprint
}
