import BenchmarkSupport
import Foundation
import SystemPackage
import Trellis
import TrellisHost
import TrellisTesting

/// The processor time of the steps of a start, in microseconds per plugin.
struct StartTimes {
    /// Reading and validating the configuration.
    var configuration = 0.0
    /// Validating the blueprints of all plugins together.
    var validation = 0.0
    /// Starting the plugins, until all run.
    var start = 0.0

    static func + (one: StartTimes, other: StartTimes) -> StartTimes {
        StartTimes(
            configuration: one.configuration + other.configuration, validation: one.validation + other.validation,
            start: one.start + other.start)
    }

    static func / (times: StartTimes, count: Double) -> StartTimes {
        StartTimes(
            configuration: times.configuration / count, validation: times.validation / count,
            start: times.start / count)
    }
}

/// Compares the start of 100 and of 1,000 plugins with that of 10, per plugin.
func measureHostStarts() async throws {
    let sizes = [10, 100, 1_000]
    var times: [Int: [StartTimes]] = [:]
    try await withTemporaryFolder { folder in
        for iteration in 0..<6 {
            for size in sizes {
                // As many plugins of each size.
                var sum = StartTimes()
                for _ in 0..<1_000 / size { sum = sum + (try await startTimes(of: size, in: folder)) }
                // The first iteration creates the types and the directories of the plugins.
                if iteration > 0 { times[size, default: []].append(sum / 1_000) }
            }
        }
    }
    let steps: [(name: String, time: (StartTimes) -> Double)] = [
        ("reading the configuration", \.configuration), ("validation", \.validation), ("start", \.start),
    ]
    for step in steps {
        let reference = "\(step.name) per plugin, 10 plugins"
        let base = times[10, default: []].map(step.time)
        try Figure(reference, base.median, "µs").report()
        for size in sizes.dropFirst() {
            let values = times[size, default: []].map(step.time)
            try Figure(
                "\(step.name) per plugin, \(size) plugins", values.median, "µs", reference: reference,
                ratio: zip(values, base).map { $0 / $1 }.median, limit: linearLimit
            ).report()
        }
    }
}

/// The maximum cost per plugin in a large daemon, divided by that in a daemon with ten plugins: linear growth, and the
/// larger tables of a large daemon, which no longer fit into the caches.
let linearLimit = 1.5

/// Starts a host in this process, and stops it.
private func startTimes(of size: Int, in folder: FilePath) async throws -> StartTimes {
    let file = folder.appending("trellis.yaml")
    try Data(sampleConfiguration(size).utf8).write(to: URL(filePath: file.string))
    let registrations = samples(size)
    let environment = HostEnvironment.test(in: folder)
    var marks = [processorNanoseconds]
    let configuration = try LoadedConfiguration(path: file, registrations: registrations)
    marks.append(processorNanoseconds)
    let host = try PluginHost(
        configuration: configuration, environment: environment, router: .host(logger: environment.logger("trellis")))
    marks.append(processorNanoseconds)
    marks.append(try await host.run { processorNanoseconds })
    let steps = zip(marks.dropFirst(), marks).map { ($0 - $1) / 1_000 }
    return StartTimes(configuration: steps[0], validation: steps[1], start: steps[2])
}
