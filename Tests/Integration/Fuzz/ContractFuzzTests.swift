import Foundation
import Synchronization
import Testing
import TrellisTesting
import VarlinkIDL

/// Random calls of every method of every interface, while the plugins are started, stopped and reloaded at random.
///
/// A run is short in `make test`; `make fuzz` sets `TRELLIS_FUZZ_SECONDS`.
@Suite("Random calls", .runsPrograms, .timeLimit(.minutes(24 * 60)))
struct ContractFuzzTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let seconds = variables["TRELLIS_FUZZ_SECONDS"].flatMap(Int.init)

    /// The seed of the calls, which `TRELLIS_FUZZ_SEED` sets; a short run has the same one each time.
    private static let seed =
        variables["TRELLIS_FUZZ_SEED"].flatMap { UInt64($0) } ?? (seconds == nil ? 1 : .random(in: 0...9_999))

    private static let plugins = [
        "items", "movies", "issues", "search", "summaries", "digest", "metrics", "dashboard",
    ]

    @Test("neither end the daemon nor leave a plugin stuck, and each call has a reply")
    func calls() async throws {
        let ports = [try Port.unused(), try Port.unused()]
        try await Workplace.with(configuration: Self.configuration(items: "sqlite", ports)) { workplace in
            let outcome = try await workplace.withDaemon { daemon in
                let load = RandomLoad(
                    on: daemon, seconds: Self.seconds, methods: try await Self.methods(of: workplace))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for client in 0..<4 {
                        group.addTask {
                            try await load.call(seed: Self.seed &* 10 &+ UInt64(client), sweepingFirst: client == 0)
                        }
                    }
                    group.addTask {
                        var generator = SeededGenerator(seed: Self.seed)
                        try await load.reload(using: &generator) { Self.configuration(items: $0, ports) }
                    }
                    try await group.waitForAll()
                }
                print("fuzz: seed \(Self.seed), \(load.summary)")
                try await Self.expectRunning(workplace, items: "sqlite", ports)
            }
            #expect(outcome.status == 0, "\(outcome.log.suffix(30).joined(separator: "\n"))")
        }
    }

    private static func configuration(items store: String, _ ports: [Int]) -> String {
        """
        log: {level: error}
        plugins:
          items: {store: \(store), required: false, startLimitBurst: 1000, restartDelay: 10ms}
          movies: {required: false}
          issues: {source: sample, required: false}
          search: {required: false}
          summaries: {store: memory, required: false}
          digest: {interval: 1s, required: false}
          metrics: {listen: ["127.0.0.1:\(ports[0])"]}
          dashboard: {listen: ["127.0.0.1:\(ports[1])"]}
        """
    }

    /// The methods of all interfaces.
    private static func methods(of workplace: Workplace) async throws -> [RandomCall.Method] {
        let connection = try RawConnection(to: workplace.socket)
        try await connection.send(message: #"{"method":"org.varlink.service.GetInfo"}"#)
        let info = try JSONDecoder().decode(Info.self, from: Data(try #require(try await connection.receive()).utf8))
        var methods: [RandomCall.Method] = []
        for name in info.parameters.interfaces {
            let described = try await workplace.trellisctl("introspect", name)
            let interface = try InterfaceDescription(parsing: described.output)
            methods += interface.methods.map { RandomCall.Method(interface: interface, method: $0) }
        }
        try #require(methods.count > 60)
        return methods
    }

    /// The reply of `org.varlink.service.GetInfo`.
    private struct Info: Decodable {
        struct Parameters: Decodable {
            var interfaces: [String]
        }

        var parameters: Parameters
    }

    /// Expects that an operator can start every plugin, and that the daemon has no problem.
    private static func expectRunning(_ workplace: Workplace, items: String, _ ports: [Int]) async throws {
        try workplace.write(configuration(items: items, ports), to: "trellis.yaml")
        for plugin in plugins { _ = try await workplace.trellisctl("plugin", "revert", plugin) }
        let reloaded = try await workplace.trellisctl("reload")
        #expect(reloaded.status == 0, "\(reloaded)")
        for plugin in plugins { _ = try await workplace.trellisctl("plugin", "start", plugin) }
        let waited = try await workplace.shell(
            #""$TRELLISCTL" wait --timeout 60 \#(plugins.joined(separator: " ")) || "$TRELLISCTL" plugin list"#)
        #expect(waited.output == "" && waited.error == "", "\(waited)")
        let status = try await workplace.trellisctl("status", "--check")
        #expect(status.status == 0, "\(status)")
    }
}
