import EtcdTesting
import Foundation
import Glibc
import Testing

/// Three daemons that share an etcd of three members.
@Suite("Daemons of a cluster", .runsPrograms, .runsEtcd, .timeLimit(.minutes(10)))
struct ClusterTests {
    /// Runs a body with a daemon.
    private func withDaemon<Value: Sendable>(
        _ name: String, in etcd: TestCluster, plugins: [String] = ["items:", "search: { placement: single }"],
        _ body: @Sendable (Workplace, RunningDaemon) async throws -> Value
    ) async throws -> Value {
        try await Workplace.with(host: name, in: etcd, plugins: plugins) { workplace in
            try await workplace.withDaemon { try await body(workplace, $0) }.value
        }
    }

    /// Waits for a line of `trellisctl events` that reports a state of the plugin Search.
    ///
    /// The events begin with those before the call.
    private func wait(for state: String, after previous: String = "", at workplace: Workplace) async throws {
        let pattern = "'\"plugin\":\"search\",\"from\":\"\(previous).*\"to\":\"\(state)\"'"
        let result = try await workplace.shell("\"$TRELLISCTL\" events --follow --json | grep -m 1 \(pattern)")
        #expect(result.status == 0, "\(result.error)")
    }

    @Test("run a plugin on one host at a time, and list the hosts")
    func succession() async throws {
        try await TestCluster.with(3) { etcd in
            try await withDaemon("web1", in: etcd) { first, firstDaemon in
                try await wait(for: "running", at: first)
                try await withDaemon("web2", in: etcd) { second, _ in
                    try await wait(for: "standby", at: second)
                    #expect(
                        try await second.trellisctl("status").output.contains("search stands by: the host web1 runs it")
                    )
                    #expect(try await second.trellisctl("plugin", "why", "search").status == 0)
                    let hosts = try await second.trellisctl("hosts")
                    #expect(hosts.status == 0)
                    #expect(hosts.output.contains("web1.example.org  items search*"), "\(hosts.output)")
                    #expect(hosts.output.contains("web2.example.org  items\n"), "\(hosts.output)")
                    // A call of the plugin names the host that runs it.
                    let rejected = try await second.trellisctl("search", "tea")
                    #expect(rejected.status != 0)
                    #expect(rejected.error.contains("the host web1 runs it"), "\(rejected.error)")
                    firstDaemon.send(SIGKILL)
                    try await wait(for: "running", at: second)
                    #expect(try await second.trellisctl("search", "tea").status == 0)
                }
            }
        }
    }

    /// Waits for a summary of Digest that a host wrote.
    private func summary(by host: String, at workplace: Workplace) async throws -> String {
        let result = try await workplace.shell(
            "until \"$TRELLISCTL\" digest show --json | grep '\"host\":\"\(host)\"'; do sleep 0.2; done")
        #expect(result.status == 0, "\(result.error)")
        return result.output
    }

    @Test("write and read the summaries of Digest")
    func digest() async throws {
        let plugins = ["items:", "summaries:", "digest: { placement: single, interval: 1s }"]
        try await TestCluster.with { etcd in
            try await withDaemon("web1", in: etcd, plugins: plugins) { first, firstDaemon in
                #expect(try await first.trellisctl("items", "add", "Tea", "3").status == 0)
                _ = try await summary(by: "web1", at: first)
                try await withDaemon("web2", in: etcd, plugins: plugins) { second, _ in
                    // The host that stands by reads the summaries of the other one, and continues with its own.
                    _ = try await summary(by: "web1", at: second)
                    firstDaemon.send(SIGKILL)
                    #expect(try await summary(by: "web2", at: second).contains("\"items\":0"))
                    let history = try await second.trellisctl("digest", "history", "--limit", "1000", "--json")
                    #expect(history.output.contains("\"host\":\"web1\""), "\(history.output)")
                }
            }
        }
    }

    @Test("count the changes of a common list in the summaries, whichever host wrote the one before")
    func digestOfCommonList() async throws {
        let plugins = ["items: { store: etcd }", "summaries:", "digest: { placement: single, interval: 1s }"]
        try await TestCluster.with { etcd in
            try await withDaemon("web1", in: etcd, plugins: plugins) { first, firstDaemon in
                let added = try await first.shell("until \"$TRELLISCTL\" items add Tea 3; do sleep 0.2; done")
                #expect(added.status == 0)
                _ = try await summary(by: "web1", at: first)
                try await withDaemon("web2", in: etcd, plugins: plugins) { second, _ in
                    _ = try await second.shell("until \"$TRELLISCTL\" items list; do sleep 0.2; done")
                    firstDaemon.send(SIGKILL)
                    let later = try await second.shell("until \"$TRELLISCTL\" items add Rice 4; do sleep 0.2; done")
                    #expect(later.status == 0)
                    #expect(try await summary(by: "web2", at: second).contains("\"items\":2"))
                    let history = try await second.trellisctl("digest", "history", "--limit", "1000", "--json")
                    // The newest summary is the first line.
                    let takenOver = history.output.split(separator: "\n").last { $0.contains("\"host\":\"web2\"") }
                    #expect(takenOver?.contains("\"added\":1") == true, "\(history.output)")
                }
            }
        }
    }

    @Test("continue without etcd, except for the plugin that runs on one host at a time")
    func withoutQuorum() async throws {
        try await TestCluster.with(3) { etcd in
            try await withDaemon("web1", in: etcd) { workplace, _ in
                try await wait(for: "running", at: workplace)
                etcd.members[1].stop()
                etcd.members[2].stop()
                try await wait(for: "standby", after: "stopping", at: workplace)
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                let hosts = try await workplace.trellisctl("hosts")
                #expect(hosts.status == EX_UNAVAILABLE)
                #expect(hosts.output.contains("web1.example.org  items\n"))
                #expect(hosts.error.contains("the other hosts are unknown: etcd "), "\(hosts.error)")
                etcd.members[1].resume()
                etcd.members[2].resume()
                let result = try await workplace.shell(
                    "until \"$TRELLISCTL\" search tea; do sleep 0.2; done")
                #expect(result.status == 0)
                #expect(try await workplace.trellisctl("hosts").status == 0)
            }
        }
    }

    @Test("share a list of items, also after a crash and a time without etcd")
    func sharedItems() async throws {
        try await TestCluster.with(3) { etcd in
            try await withDaemon("web1", in: etcd, plugins: ["items: { store: etcd }"]) { first, firstDaemon in
                try await withDaemon("web2", in: etcd, plugins: ["items: { store: etcd }"]) { second, _ in
                    #expect(try await first.untilDone("items add Tea 1").status == 0)
                    #expect(try await second.untilDone("items list").output.contains("Tea"))
                    #expect(try await second.untilDone("items add Rice 1").status == 0)
                    #expect(try await first.untilDone("items list").output.contains("Rice"))
                    firstDaemon.send(SIGKILL)
                    etcd.members[1].stop()
                    etcd.members[2].stop()
                    let rejected = try await second.trellisctl("items", "list")
                    #expect(rejected.status == EX_UNAVAILABLE)
                    #expect(rejected.error.contains("etcd"), "\(rejected.error)")
                    let stale = try await second.trellisctl("items", "list", "--stale")
                    #expect(stale.status == 0)
                    #expect(stale.output.contains("Tea") && stale.output.contains("Rice"), "\(stale.output)")
                    #expect(stale.error.contains("the copy of the host"), "\(stale.error)")
                    etcd.members[1].resume()
                    etcd.members[2].resume()
                    let result = try await second.shell(
                        "until \"$TRELLISCTL\" items add Bread 1; do sleep 0.2; done; \"$TRELLISCTL\" items list")
                    #expect(result.output.contains("Rice") && result.output.contains("Bread"), "\(result.output)")
                }
            }
        }
    }

    @Test("reject a configuration whose cluster is incomplete")
    func configuration() async throws {
        try await Workplace.with(configuration: "plugins:\n  search: { placement: single }\n") { workplace in
            let result = try await workplace.trellisd("--check")
            #expect(result.status == EX_CONFIG)
            let text = "plugins.search.placement: single requires the other hosts"
            #expect(result.error.contains(text), "\(result.error)")
        }
        let plugins = "plugins:\n  items: { store: etcd }\n  summaries: { enabled: true }\n"
        try await Workplace.with(configuration: plugins) { workplace in
            let result = try await workplace.trellisd("--check")
            #expect(result.status == EX_CONFIG)
            #expect(result.error.contains("plugins.items.store is etcd, but the daemon belongs to no cluster"))
            #expect(result.error.contains("the plugin summaries requires a cluster, and cluster.etcd is not set"))
        }
    }
}
