import Foundation
import Glibc
import Testing
import TrellisHTTPTesting
import TrellisTesting
import Varlink

/// A mixed load with kills, stops, full disks, hostile clients and hostile upstreams (`make soak`).
///
/// The load runs for `TRELLIS_SOAK_SECONDS` seconds. No acknowledged change is lost, memory does not grow, and the
/// daemon does not crash.
@Suite(
    .runsPrograms, .needsRoot(to: "to mount a small file system"), .timeLimit(.minutes(24 * 60)),
    .enabled(if: Soak.seconds != nil, "needs TRELLIS_SOAK_SECONDS: use 'make soak'"))
struct SoakTests {
    /// The size of the file system of the state directory: the history of changes and the audit log grow with the load.
    private static let diskSize = (256 + (Soak.seconds ?? 0)) << 20

    @Test("the daemon loses no acknowledged change, keeps its memory bounded and does not crash")
    func soak() async throws {
        try await LoopbackServer.with({ await HostileUpstream.reply(to: $0) }) { upstream in
            try await Workplace.with(configuration: Self.configuration(upstream: upstream.url)) { workplace in
                try workplace.write("0123456789abcdef0123456789abcdef", to: "credentials/movies.tmdb")
                try workplace.write("gho_octocat", to: "credentials/issues.token")
                let state = workplace.path("state")
                try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
                try #require(mount("tmpfs", state, "tmpfs", 0, "size=\(Self.diskSize),mode=0700") == 0)
                defer { umount2(state, CInt(MNT_DETACH)) }

                let daemon = SoakDaemon(in: workplace, credentials: workplace.path("credentials"))
                let items = try await loadInChaos(daemon, upstream)
                let list = try await checkGrowth(daemon, items)
                let differences = items.ledger.differences(from: list)
                #expect(differences.isEmpty, "\(differences.prefix(20).joined(separator: "\n"))")
                print("soak: \(items.ledger.acknowledged) acknowledged changes, \(list.count) items; \(daemon.summary)")
            }
        }
    }

    private static func configuration(upstream: String) -> String {
        """
        log:
          level: warning
        control:
          connectionsPerUser: 512
          timeoutMessage: 5s
        plugins:
          items:
          movies:
            source: tmdb
            tmdb:
              api: {url: "\(upstream)", timeout: 1s}
              images: {url: "\(upstream)", timeout: 1s}
          issues:
            baseURL: \(upstream)
            timeout: 1s
        """
    }

    /// Runs the load, while the daemon is killed and stopped, its disk is filled, and its upstream is interrupted.
    private func loadInChaos(_ daemon: SoakDaemon, _ upstream: LoopbackServer) async throws -> ItemLoad {
        let items = ItemLoad(daemon: daemon)
        let hostile = HostileClients(daemon: daemon)
        let deadline = ContinuousClock.now + .seconds(Soak.seconds ?? 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<4 { group.addTask { try await items.write(as: client) } }
            for _ in 0..<2 { group.addTask { try await items.watch() } }
            for _ in 0..<3 { group.addTask { try await hostile.attack() } }
            for _ in 0..<3 { group.addTask { try await hostile.callGateways() } }
            while ContinuousClock.now < deadline {
                try await daemon.live(until: .allCases.randomElement()!) { running in
                    let end = min(deadline, .now + .seconds(Double.random(in: 1...20)))
                    while ContinuousClock.now < end {
                        try await Task.sleep(for: .seconds(Double.random(in: 0.5...3)))
                        switch Int.random(in: 0..<4) {
                        case 0:
                            daemon.report("full disk")
                            try await fillDisk(of: daemon)
                        case 1:
                            daemon.report("outage")
                            await upstream.unplug()
                            try await Task.sleep(for: .seconds(1))
                            try await upstream.plugIn()
                            daemon.count("outages")
                        default:
                            let resources = try ProcessResources(of: running.processIdentifier)
                            #expect(resources.memory < 400 << 20, "\(resources)")
                        }
                    }
                }
            }
            daemon.report("the load ends")
            daemon.finish()
            try await group.waitForAll()
        }
        return items
    }

    /// Fills the disk of the state directory for a second.
    private func fillDisk(of daemon: SoakDaemon) async throws {
        let filler = URL(filePath: daemon.workplace.path("state/filler"))
        _ = FileManager.default.createFile(atPath: filler.path, contents: nil)
        let file = try FileHandle(forWritingTo: filler)
        var size = 64 << 20
        while size >= 4_096 {
            if (try? file.write(contentsOf: Data(count: size))) == nil { size /= 4 }
        }
        try await Task.sleep(for: .seconds(1))
        try file.close()
        try FileManager.default.removeItem(at: filler)
        daemon.count("full disks")
    }

    /// Repeats a load on one daemon process, and compares the resources of the process after the rounds.
    ///
    /// - Returns: The items of the list, by their identifiers.
    private func checkGrowth(_ daemon: SoakDaemon, _ items: ItemLoad) async throws -> [String: ItemLedger.Item] {
        let found = EventLog()
        try await daemon.live(until: .stop) { running in
            var samples: [ProcessResources] = []
            for _ in 0..<6 {
                let load = SoakDaemon(in: daemon.workplace, credentials: "")
                let hostile = HostileClients(daemon: load)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 { group.addTask { try await hostile.attack() } }
                    for _ in 0..<4 { group.addTask { try await hostile.callGateways() } }
                    try await Task.sleep(for: .seconds(3))
                    load.finish()
                    try await group.waitForAll()
                }
                samples.append(try await quiet(running))
                daemon.report("at rest: \(samples[samples.count - 1])")
            }
            // The first round is not compared, because it fills caches and pools.
            let (first, last) = (samples[1], samples[5])
            print("soak: at rest \(first), then \(last)")
            #expect(last.memory <= first.memory * 5 / 4 + 8 << 20, "\(samples)")
            #expect(last.descriptors <= first.descriptors + 4, "\(samples)")
            #expect(last.threads <= first.threads + 4, "\(samples)")
            try await items.verifyWatches()
            let listed = try await daemon.workplace.trellisctl("items", "list", "--json")
            #expect(listed.status == 0)
            for line in listed.output.split(separator: "\n") { found.append(String(line)) }
        }
        var list: [String: ItemLedger.Item] = [:]
        for line in found.texts {
            guard let item = try JSONValue(parsing: line)["item"], let id = item["id"]?.stringValue else { continue }
            list[id] = ItemLedger.Item(
                title: item["title"]?.stringValue ?? "", count: Int(item["count"]?.integerValue ?? -1))
        }
        return list
    }

    /// The resources of the daemon after its connections are closed, when the number of descriptors no longer
    /// decreases.
    private func quiet(_ daemon: RunningDaemon) async throws -> ProcessResources {
        var resources = try ProcessResources(of: daemon.processIdentifier)
        while true {
            try await Task.sleep(for: .seconds(1))
            let next = try ProcessResources(of: daemon.processIdentifier)
            if next.descriptors >= resources.descriptors { return next }
            resources = next
        }
    }
}

/// The settings of the soak tests.
enum Soak {
    /// The duration of the load with faults, in seconds; nil when the test was not requested.
    static let seconds = ProcessInfo.processInfo.environment["TRELLIS_SOAK_SECONDS"].flatMap(Int.init)

    /// The duration of the steady load, in seconds; nil when the test was not requested.
    static let steadySeconds = ProcessInfo.processInfo.environment["TRELLIS_STEADY_SECONDS"].flatMap(Int.init)
}
