import EtcdTesting
import Foundation
import Testing
import Varlink

/// A load on the shared list of items, while members of etcd and hosts are killed, stopped and cut off (`make jepsen`).
///
/// Three members and three daemons run in network namespaces. Four clients of each daemon add, read, list, update and delete items, and
/// a watch of each daemon reports the changes, for `TRELLIS_JEPSEN_SECONDS` (20). Then all faults are healed, and the histories are
/// checked:
///
/// - The calls on each item are linearizable (``ItemRegisters``).
/// - Each acknowledged change was made once, and no change that no client requested (``ChangeCheck``).
/// - Each watch reported each change once, in order, except those before it had to read the list again (``ChangeLog``).
/// - The lists of the three hosts are equal, and follow from the changes.
///
/// Not checked: that a listing shows all items at one moment, batches, imports and exports, the behaviour of a full etcd, and of a lost
/// majority of members. Members keep their data.
@Suite("Shared items", .runsPrograms, .runsEtcd, .createsNetwork, .timeLimit(.minutes(24 * 60)))
struct SharedItemsFaultTests {
    /// The duration of the load, in seconds.
    private static let seconds = ProcessInfo.processInfo.environment["TRELLIS_JEPSEN_SECONDS"].flatMap(Int.init) ?? 20

    /// The options of etcd for members that share two processors with the load.
    private static let options = ["--heartbeat-interval", "100", "--election-timeout", "1000"]

    private static let hosts = ["host1", "host2", "host3"]
    private static let clientsPerHost = 4

    @Test("are linearizable, and equal on all hosts, while members and hosts fail")
    func faults() async throws {
        try await ClusterNetwork.with { network in
            try await TestCluster.with(
                3, options: Self.options, network: ClusterNetwork.prefix, under: { network.entering($0) }
            ) { etcd in
                let load = FaultLoad()
                try await withHosts(Self.hosts[...], of: etcd, load) { hosts in
                    try await run(hosts, etcd, network, load)
                }
            }
        }
    }

    /// Creates a folder with the configuration of each host.
    private func withHosts(
        _ names: ArraySlice<String>, of etcd: TestCluster, _ load: FaultLoad,
        _ body: ([ClusterHost]) async throws -> Void
    ) async throws {
        guard let name = names.first else { return try await body([]) }
        let endpoints = etcd.members.map { "\"http://\($0.endpoint)\"" }.joined(separator: ", ")
        let configuration = """
            log: { level: warning }
            cluster:
              name: \(name)
              etcd: { endpoints: [\(endpoints)], lease: 6s }
            plugins:
              items: { store: etcd }
            """
        try await Workplace.with(configuration: configuration) { workplace in
            try await withHosts(names.dropFirst(), of: etcd, load) { others in
                try await body([ClusterHost(name, in: workplace, load: load)] + others)
            }
        }
    }

    /// Runs the daemons, the load and the checks.
    private func run(
        _ hosts: [ClusterHost], _ etcd: TestCluster, _ network: ClusterNetwork, _ load: FaultLoad
    ) async throws {
        let history = CallHistory()
        let pool = ItemPool()
        let watchers = hosts.map { ItemWatcher($0, load: load) }
        let clients = hosts.flatMap { host in
            (0..<Self.clientsPerHost).map { _ in ItemClient(host: host, pool: pool, load: load, history: history) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for host in hosts { group.addTask { try await host.run(in: network) } }
            defer {
                for watcher in watchers { watcher.end() }
                for host in hosts { host.end() }
            }
            for host in hosts { _ = try await listWhenServing(host) }
            for watcher in watchers { group.addTask { try await watcher.run() } }
            for watcher in watchers { await watcher.wait(for: 0) }
            let end = ContinuousClock.now + .seconds(Self.seconds)
            try await trouble(
                Faults(network: network, members: etcd.members, hosts: hosts, load: load, end: end), clients)
            load.report("all faults are healed")
            let lists = try await converge(clients, watchers)
            check(history.calls, watchers, lists, load)
        }
    }

    /// Runs the clients during the faults.
    private func trouble(_ faults: Faults, _ clients: [ItemClient]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients { group.addTask { try await client.run() } }
            async let members: Void = faults.troubleMembers()
            async let hosts: Void = faults.troubleHosts()
            _ = try await (members, hosts)
            faults.load.finish()
            try await group.waitForAll()
        }
    }

    /// Waits until every host has made a change, and every watch has reported these changes.
    ///
    /// - Returns: The lists by the names of the hosts.
    private func converge(_ clients: [ItemClient], _ watchers: [ItemWatcher]) async throws -> [String: [ReceivedItem]] {
        var newest = 0
        for client in clients { newest = max(newest, try await client.addMarker()) }
        for watcher in watchers { await watcher.wait(for: newest) }
        var lists: [String: [ReceivedItem]] = [:]
        for watcher in watchers { lists[watcher.host.name] = try await listWhenServing(watcher.host) }
        return lists
    }

    /// Waits until a host returns its list.
    private func listWhenServing(_ host: ClusterHost) async throws -> [ReceivedItem] {
        while true {
            if let items = try? await list(on: host) { return items }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func list(on host: ClusterHost) async throws -> [ReceivedItem] {
        let connection = try RawConnection(to: host.workplace.socket)
        try await connection.send(message: #"{"method":"io.trellis.Items.List","more":true}"#)
        var items: [ReceivedItem] = []
        while true {
            let reply = try JSONValue(parsing: try #require(try await connection.receive()))
            try #require(reply["error"] == nil, "\(reply)")
            if let item = reply["parameters"]?["item"].flatMap(ReceivedItem.init) { items.append(item) }
            if reply["continues"]?.boolValue != true { return items }
        }
    }

    private func check(
        _ calls: [RecordedCall], _ watchers: [ItemWatcher], _ lists: [String: [ReceivedItem]], _ load: FaultLoad
    ) {
        let watches = Dictionary(uniqueKeysWithValues: watchers.map { ($0.host.name, WatchReplay($0.records)) })
        let log = ChangeLog(watches)
        expectNone(log.problems)
        expectNone(ChangeCheck(calls, log).problems)
        let list = lists[Self.hosts[0]] ?? []
        for (name, other) in lists { #expect(other == list, "the lists of \(name) and \(Self.hosts[0]) differ") }
        for (name, watch) in watches { #expect(watch.copy == log.list, "the list of the watch of \(name)") }
        #expect(Dictionary(list.map { ($0.id, $0) }) { $1 } == log.list)
        let start = ContinuousClock.now
        let registers = ItemRegisters(calls, log)
        expectNone(registers.check())
        print(
            """
            jepsen: \(calls.count) calls, \(log.changes.count) changes of \(registers.registers.count) items, \
            at most \(registers.largest) operations on one; checked in \((ContinuousClock.now - start).components.seconds) s
            jepsen: \(load.summary)
            """)
    }

    private func expectNone(_ problems: [String]) {
        guard !problems.isEmpty else { return }
        Issue.record("\(problems.count) problems, among them:\n\(problems.prefix(10).joined(separator: "\n"))")
    }
}
