import BenchmarkSupport
import Foundation
import SystemPackage
import Trellis
@_spi(Benchmark) import TrellisHost
import TrellisTesting

/// Compares the reload of one plugin among 100 and 1,000 with that among 10: the switch of its generation, and, apart from
/// it, reading and validating the configuration, which are compared per plugin.
func measureSwitches() async throws {
    let sizes = [10, 100, 1_000]
    var times: [Int: (reading: [Double], switching: [Double])] = [:]
    try await withTemporaryFolder { folder in
        for _ in 0..<5 {
            for size in sizes {
                let (reading, switching) = try await switchTimes(of: size, in: folder)
                times[size, default: ([], [])].reading.append(reading / Double(size))
                times[size, default: ([], [])].switching.append(switching)
            }
        }
    }
    let reading = (name: "reading and validating for a reload, per plugin", times: times.mapValues(\.reading))
    let switching = (name: "switch of one plugin", times: times.mapValues(\.switching))
    for (name, times) in [reading, switching] {
        let reference = "\(name), 10 plugins"
        let base = times[10, default: []]
        try Figure(reference, base.median, "µs").report()
        for size in sizes.dropFirst() {
            let values = times[size, default: []]
            try Figure(
                "\(name), \(size) plugins", values.median, "µs", reference: reference,
                ratio: zip(values, base).map { $0 / $1 }.median, limit: linearLimit
            ).report()
        }
    }
}

/// The median processor times of reloads that change one plugin, in microseconds.
private func switchTimes(of size: Int, in folder: FilePath) async throws -> (reading: Double, switching: Double) {
    let file = folder.appending("trellis.yaml")
    let registrations = samples(size)
    func configuration(changing sample: Int?) throws -> LoadedConfiguration {
        try Data(sampleConfiguration(size, changed: sample).utf8).write(to: URL(filePath: file.string))
        return try LoadedConfiguration(path: file, registrations: registrations)
    }
    let environment = HostEnvironment.test(in: folder)
    let host = try PluginHost(
        configuration: try configuration(changing: nil), environment: environment,
        router: .host(logger: environment.logger("trellis")))
    return try await host.run {
        var (reading, switching): ([Double], [Double]) = ([], [])
        // The last change holds the configuration in use, whose memory is released when the next one has been read: the
        // release takes a time proportional to the number of plugins, like the reading that allocated the memory.
        var applied: [@Sendable () async throws -> Void] = []
        for iteration in 0..<30 {
            let start = processorNanoseconds
            applied = applied.suffix(1)
            let change = try host.preparedSwitch(to: try configuration(changing: iteration.isMultiple(of: 2) ? 5 : nil))
            reading.append((processorNanoseconds - start) / 1_000)
            applied.append(change)
            let middle = processorNanoseconds
            try await change()
            // Until the previous generation has closed.
            try await Task.sleep(for: .milliseconds(10))
            switching.append((processorNanoseconds - middle) / 1_000)
        }
        return (reading.median, switching.median)
    }
}
