import Etcd
import EtcdTesting
import Foundation
import Testing

/// An etcd that the tests of a suite share.
enum SharedEtcd {
    /// The client; nil if etcd is not installed.
    @TaskLocal static var client: EtcdClient?
}

/// A trait that runs one etcd for all tests of a suite, if it is installed.
struct SharedEtcdTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        guard FileManager.default.isExecutableFile(atPath: TestCluster.etcd) else { return try await body() }
        try await TestCluster.with { cluster in
            try await withEtcd(cluster.configuration) { client in
                try await SharedEtcd.$client.withValue(client) { try await body() }
            }
        }
    }
}

extension Trait where Self == SharedEtcdTrait {
    /// A trait that runs one etcd for all tests of a suite, if it is installed.
    static var sharesEtcd: Self { SharedEtcdTrait() }
}
