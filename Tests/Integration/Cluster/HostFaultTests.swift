import EtcdTesting
import Foundation
import Glibc
import Testing

/// Faults that an operator corrects; the daemon is not restarted.
@Suite("A host of a cluster", .runsPrograms, .runsEtcd, .timeLimit(.minutes(10)))
struct HostFaultTests {
    private static let items = ["items: { store: etcd }"]

    /// Waits until the daemon has added an item, and expects that it is in the list.
    private func expectRecovery(of workplace: Workplace) async throws {
        let result = try await workplace.shell(
            "until \"$TRELLISCTL\" items add Tea 1; do sleep 0.2; done; \"$TRELLISCTL\" items list")
        #expect(result.output.contains("Tea"), "\(result.output)\(result.error)")
        let status = try await workplace.shell(
            "until ! \"$TRELLISCTL\" status | grep etcd; do sleep 0.2; done; \"$TRELLISCTL\" hosts")
        #expect(status.status == 0, "\(status.error)")
        #expect(status.output.contains("web1.example.org"), "\(status.output)")
    }

    @Test(
        "with an expired certificate says so, and continues when the certificate is renewed",
        .runs(Certificates.openssl, of: "openssl"))
    func expiredCertificate() async throws {
        try await Certificates.with { certificates in
            let network = TestCluster.randomNetwork()
            try await certificates.add("server", addresses: ["\(network).1"])
            try await certificates.add("client", days: -1)
            let access = """
                , authority: \(certificates.path("authority.pem")), certificate: \(certificates.path("client.pem")), \
                key: \(certificates.path("client.key"))
                """
            try await TestCluster.with(options: certificates.options("server"), scheme: "https", network: network) {
                etcd in
                try await Workplace.with(host: "web1", in: etcd, scheme: "https", access: access, plugins: Self.items) {
                    workplace in
                    try await workplace.withDaemon { _ in
                        let rejected = try await workplace.trellisctl("items", "add", "Tea", "1")
                        #expect(rejected.status == EX_UNAVAILABLE)
                        #expect(rejected.error.contains("certificate"), "\(rejected.error)")
                        let status = try await workplace.trellisctl("status")
                        #expect(status.output.contains("certificate"), "\(status.output)")
                        try await certificates.add("client")
                        try await expectRecovery(of: workplace)
                    }
                }
            }
        }
    }

    @Test(
        "with a wrong password says so, and continues when etcd has this password",
        .runs(TestCluster.etcdctl, of: "etcd-client"))
    func wrongPassword() async throws {
        try await TestCluster.with { etcd in
            for words in [
                ["user", "add", "root:top"], ["user", "grant-role", "root", "root"], ["user", "add", "trellis:old"],
                ["role", "add", "trellis"],
                ["role", "grant-permission", "trellis", "--prefix=true", "readwrite", "/trellis/"],
                ["user", "grant-role", "trellis", "trellis"], ["auth", "enable"],
            ] {
                try await etcd.etcdctl(words)
            }
            try await Workplace.with(host: "web1", in: etcd, access: ", user: trellis", plugins: Self.items) {
                workplace in
                try workplace.write("new\n", to: "credentials/cluster.password")
                let wrapper = ["/usr/bin/env", "CREDENTIALS_DIRECTORY=\(workplace.path("credentials"))"]
                try await workplace.withDaemon(under: wrapper) { _ in
                    var rejected: CommandResult
                    repeat {
                        rejected = try await workplace.trellisctl("items", "add", "Tea", "1")
                        #expect(rejected.status == EX_UNAVAILABLE)
                        // On a busy machine, etcd does not check a password in time, or the call has no time left when it is sent.
                    } while ["timed out", "deadline of the call", "did not respond within"]
                        .contains { rejected.error.contains($0) }
                    #expect(rejected.error.contains("password"), "\(rejected.error)")
                    // As above, etcd may not have responded in time to the daemon.
                    while try await !workplace.trellisctl("status").output.contains("password") {}
                    try await etcd.etcdctl(
                        ["--user", "root:top", "user", "passwd", "trellis", "--interactive=false"], input: "new\n")
                    try await expectRecovery(of: workplace)
                }
            }
        }
    }

    @Test(
        "with a full disk says so, and has all changes when there is space",
        .needsRoot(to: "to mount a small file system"))
    func fullDisk() async throws {
        try await TestCluster.with { etcd in
            try await Workplace.with(host: "web1", in: etcd, plugins: Self.items) { full in
                let state = full.path("state")
                try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
                try #require(mount("tmpfs", state, "tmpfs", 0, "size=\(4 << 20),mode=0700") == 0)
                defer { umount2(state, CInt(MNT_DETACH)) }
                try await full.withDaemon { _ in
                    #expect(try await full.untilDone("items add Tea 1").status == 0)
                    let filler = try await full.shell("cat /dev/zero > \"$FOLDER/state/filler\"")
                    #expect(filler.error.contains("No space left"), "\(filler.error)")
                    try await Workplace.with(host: "web2", in: etcd, plugins: Self.items) { other in
                        try await other.withDaemon { _ in
                            // More than what fits into the files that the first host has.
                            let item = #"{"title": "\#(String(repeating: "a", count: 500))", "count": 1}"#
                            try other.write(
                                String(repeating: item + "\n", count: 4_000), to: "many.jsonl")
                            let imported = try await other.untilDone("items import --input \"$FOLDER/many.jsonl\"")
                            #expect(imported.status == 0, "\(imported.error)")
                            let rejected = try await full.trellisctl("items", "list")
                            #expect(rejected.status == EX_UNAVAILABLE, "\(rejected.error)")
                            #expect(rejected.error.contains("no space left"), "\(rejected.error)")
                            let space = try await full.shell(
                                "rm \"$FOLDER/state/filler\"; mount -o remount,size=256m \"$FOLDER/state\"")
                            #expect(space.status == 0, "\(space.error)")
                            let list = try await full.untilDone("items list --json").output
                            #expect(try await other.untilDone("items list --json").output == list)
                            #expect(list.split(separator: "\n").count > 4_000)
                        }
                    }
                }
            }
        }
    }
}
