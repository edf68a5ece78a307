import Etcd
import EtcdTesting
import Foundation
import Testing

@Suite("TLS", .runsEtcd, .runs(Certificates.openssl, of: "openssl"), .timeLimit(.minutes(2)))
struct TLSTests {
    /// Runs a member with a certificate for its address, which requires client certificates.
    private func withServer(
        _ body: (Certificates, EtcdConfiguration) async throws -> Void
    ) async throws {
        try await Certificates.with { certificates in
            let address = TestCluster.randomNetwork() + ".1"
            try await certificates.add("server", addresses: [address])
            try await TestCluster.with(
                options: certificates.options("server"), scheme: "https", network: String(address.dropLast(2))
            ) { cluster in
                try await body(certificates, cluster.configuration)
            }
        }
    }

    @Test("a client with a certificate of the authority can make calls and watch")
    func accepted() async throws {
        try await withServer { certificates, configuration in
            try await certificates.add("client")
            var configuration = configuration
            configuration.tls = certificates.tls("client")
            try await withEtcd(configuration) { client in
                let revision = try await client.put("k", "1").revision
                try await client.withWatch(.key("k"), from: revision) { watch in
                    let event = try await firstEvent(of: watch)
                    #expect(event.keyValue.value == "1")
                }
                let lease = try await client.grant(.seconds(60)).id
                #expect(try await client.keepAlive(lease).timeToLive == .seconds(60))
            }
        }
    }

    @Test("a client with an expired certificate, or without one, is rejected by the server")
    func rejectedByServer() async throws {
        try await withServer { certificates, configuration in
            try await certificates.add("expired", days: -1)
            for name in ["expired", nil] {
                var configuration = configuration
                configuration.tls = certificates.tls(name)
                try await withEtcd(configuration) { client in
                    let error = try await failure { try await client.put("k", "1") }
                    #expect(error.cause == .certificateRejected, "\(error)")
                    #expect(error.outcome == .notDone, "\(error)")
                }
            }
        }
    }

    @Test("a server whose certificate is of another authority, or expired, is rejected by the client")
    func rejectedByClient() async throws {
        try await withServer { certificates, configuration in
            try await certificates.add("client")
            try await certificates.addAuthority("other")
            var configuration = configuration
            configuration.tls = certificates.tls("client", authority: "other")
            try await withEtcd(configuration) { client in
                let error = try await failure { try await client.put("k", "1") }
                #expect(error.cause == .certificateRejected, "\(error)")
                #expect(error.outcome == .notDone)
                #expect(error.message.contains("CERTIFICATE_VERIFY_FAILED"), "\(error)")
            }
        }
    }

    @Test("a file that cannot be read is reported when the client is created")
    func missingFile() throws {
        let tls = EtcdConfiguration.TLS(authority: "/nonexistent/ca.pem")
        let error = #expect(throws: EtcdConfigurationError.self) {
            try EtcdClient(EtcdConfiguration(endpoints: [EtcdEndpoint(host: "127.0.0.1")], tls: tls))
        }
        #expect("\(try #require(error))" == "etcd: cannot read /nonexistent/ca.pem: No such file or directory")
        #expect(throws: EtcdConfigurationError.self) { try EtcdClient(EtcdConfiguration(endpoints: [])) }
    }
}

@Suite("Users", .runsEtcd, .runs(TestCluster.etcdctl, of: "etcd-client"), .timeLimit(.minutes(2)))
struct UserTests {
    /// Runs a member with the users root and trellis, who may read and write the prefix `items/`.
    private func withUsers(_ body: (TestCluster) async throws -> Void) async throws {
        try await TestCluster.with { cluster in
            try await cluster.etcdctl("user", "add", "root:top")
            try await cluster.etcdctl("user", "grant-role", "root", "root")
            try await cluster.etcdctl("user", "add", "trellis:secret")
            try await cluster.etcdctl("role", "add", "items")
            try await cluster.etcdctl("role", "grant-permission", "items", "--prefix=true", "readwrite", "items/")
            try await cluster.etcdctl("user", "grant-role", "trellis", "items")
            try await cluster.etcdctl("auth", "enable")
            try await body(cluster)
        }
    }

    private func configuration(_ cluster: TestCluster, password: String = "secret") -> EtcdConfiguration {
        var configuration = cluster.configuration
        configuration.credentials = .init(user: "trellis", password: password)
        return configuration
    }

    @Test("a user can do what the role permits")
    func permissions() async throws {
        try await withUsers { cluster in
            try await withEtcd(configuration(cluster)) { client in
                let revision = try await client.put("items/1", "tea").revision
                try await client.withWatch(.prefix("items/"), from: revision) { watch in
                    let event = try await firstEvent(of: watch)
                    #expect(event.keyValue.value == "tea")
                }
                let denied = try await failure { try await client.put("other", "1") }
                #expect(denied.cause == .permissionDenied)
                #expect(denied.outcome == .notDone)
                let unseen = try await failure {
                    try await client.withWatch(.prefix("other")) { watch in
                        for try await update in watch { throw Unexpected(update) }
                    }
                }
                #expect(unseen.cause == .permissionDenied)
            }
        }
    }

    @Test("an expired token is renewed, for calls, leases and watches")
    func renewal() async throws {
        try await withUsers { cluster in
            try await withEtcd(configuration(cluster)) { client in
                let revision = try await client.put("items/1", "tea").revision
                let lease = try await client.grant(.seconds(60)).id
                // A change of the password, even to the same one, invalidates the tokens of the user.
                func invalidate() async throws {
                    try await cluster.etcdctl(
                        "--user", "root:top", "user", "passwd", "trellis", "--interactive=false", input: "secret\n")
                }
                try await invalidate()
                try await client.put("items/2", "coffee")
                try await invalidate()
                try await client.withWatch(.prefix("items/"), from: revision) { watch in
                    let event = try await firstEvent(of: watch)
                    #expect(event.keyValue.value == "tea")
                }
                try await invalidate()
                _ = try await client.keepAlive(lease)
                #expect(try await client.range(.prefix("items/")).count == 2)
            }
        }
    }

    @Test("a wrong or a missing password is an error, and nothing is done")
    func wrongPassword() async throws {
        try await withUsers { cluster in
            var missing = configuration(cluster)
            missing.credentials = nil
            for configuration in [configuration(cluster, password: "wrong"), missing] {
                try await withEtcd(configuration) { client in
                    let error = try await failure { try await client.put("items/1", "tea") }
                    #expect(error.cause == .notAuthenticated)
                    #expect(error.outcome == .notDone)
                }
            }
        }
    }

    @Test("accepts a user in a cluster that does not authenticate users")
    func withoutAuthentication() async throws {
        try await TestCluster.with { cluster in
            try await withEtcd(configuration(cluster)) { client in
                try await client.put("items/1", "tea")
                #expect(try await client.get("items/1")?.value == "tea")
            }
        }
    }
}
