import Foundation
import Glibc
import Synchronization
import Testing
import TrellisTesting
import Varlink

/// A mixed load from 16 clients on one process of the daemon (`make soak`).
///
/// The load runs for `TRELLIS_STEADY_SECONDS` seconds. No call fails, and memory and descriptors do not grow after the first
/// sixth of the time. `.build/soak/steady.svg` shows them.
@Suite(
    .runsPrograms, .timeLimit(.minutes(24 * 60)),
    .enabled(if: Soak.steadySeconds != nil, "needs TRELLIS_STEADY_SECONDS: use 'make soak'"))
struct SteadyLoadTests {
    /// The progress of all clients.
    private final class Progress: Sendable {
        let isOver = Atomic(false)
        let calls = Atomic(0)
    }

    private static let clients = 16
    private static let configuration = """
        log: { level: warning }
        control: { connectionsPerUser: 64 }
        plugins:
          items:
          movies: { source: sample }
          search:
        """

    @Test("no call fails, and memory and descriptors do not grow")
    func load() async throws {
        let seconds = Soak.steadySeconds ?? 0
        let samples = try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { daemon in
                let progress = Progress()
                return try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<Self.clients {
                        group.addTask { try await Self.call(workplace.socket, with: progress) }
                    }
                    var samples: [SoakPlot.Sample] = []
                    let start = ContinuousClock.now
                    // 360 samples, each at least a second after the previous one.
                    let interval = Duration.seconds(max(1, seconds / 360))
                    while start.duration(to: .now) < .seconds(seconds) {
                        try await Task.sleep(for: interval)
                        samples.append(
                            SoakPlot.Sample(
                                seconds: start.duration(to: .now) / .seconds(1),
                                resources: try ProcessResources(of: daemon.processIdentifier),
                                calls: progress.calls.load(ordering: .relaxed)))
                    }
                    progress.isOver.store(true, ordering: .relaxed)
                    try await group.waitForAll()
                    return samples
                }
            }
        }
        #expect(samples.status == 0)
        #expect(samples.log.isEmpty, "\(samples.log.suffix(20).joined(separator: "\n"))")
        try SoakPlot(samples: samples.value).write(to: Programs.checkout.appending(path: ".build/soak/steady.svg"))
        Self.expectFlat(samples.value)
    }

    /// Adds, reads, changes, lists, searches and deletes items until the load ends.
    private static func call(_ socket: String, with progress: Progress) async throws {
        let connection = try await VarlinkConnection.connect(to: .path(socket))
        while !progress.isOver.load(ordering: .relaxed) {
            let added = try await connection.call("io.trellis.Items.Add", ["title": "tea", "count": 1])
            let id = try #require(added["item"]?["id"])
            _ = try await connection.call("io.trellis.Items.Get", ["id": id])
            _ = try await connection.call("io.trellis.Items.Update", ["id": id, "count": 2])
            for (method, parameters) in [
                ("io.trellis.Items.List", ["limit": 20]), ("io.trellis.Movies.Search", ["query": "night"]),
                ("io.trellis.Search.Search", ["text": "tea"]), ("io.trellis.Host.ListPlugins", [:]),
            ] as [(String, JSONObject)] {
                for try await _ in connection.stream(method, parameters) {}
            }
            _ = try await connection.call("io.trellis.Items.Delete", ["id": id])
            progress.calls.wrappingAdd(8, ordering: .relaxed)
        }
        await connection.close()
    }

    /// Expects that the last sixth of the samples needs no more than the second sixth.
    private static func expectFlat(_ samples: [SoakPlot.Sample]) {
        let sixth = samples.count / 6
        guard sixth > 0 else {
            Issue.record("\(samples.count) samples are too few; increase TRELLIS_STEADY_SECONDS")
            return
        }
        func median(_ part: ArraySlice<SoakPlot.Sample>, _ value: (ProcessResources) -> Int) -> Int {
            part.map { value($0.resources) }.sorted()[part.count / 2]
        }
        let (first, last) = (samples[sixth..<2 * sixth], samples.suffix(sixth))
        let memory = (median(first, \.memory), median(last, \.memory))
        let descriptors = (median(first, \.descriptors), median(last, \.descriptors))
        print("steady load: \(samples.last?.calls ?? 0) calls; memory \(memory) bytes, descriptors \(descriptors)")
        #expect(memory.1 <= memory.0 * 11 / 10 + 8 << 20)
        #expect(descriptors.1 <= descriptors.0 + 4)
    }
}
