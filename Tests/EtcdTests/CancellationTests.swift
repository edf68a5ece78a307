import Etcd
import EtcdTesting
import Testing

@Suite("Cancellation", .runsEtcd, .timeLimit(.minutes(2)))
struct CancellationTests {
    @Test(
        "ends a call to a silent member, whose outcome is unknown if the request was sent", arguments: [true, false])
    func silentMember(isConnected: Bool) async throws {
        try await TestCluster.with { cluster in
            // A client that has not called yet may be connected already.
            if !isConnected { cluster.members[0].stop() }
            defer { cluster.members[0].resume() }
            try await withEtcd(cluster.configuration) { client in
                if isConnected {
                    _ = try await putUntilDone(client, "k", "0")
                    cluster.members[0].stop()
                }
                // The time limit of an attempt is 30 seconds. A call that is cancelled before it was sent is repeated.
                var delay = Duration.milliseconds(50)
                var error: EtcdError?
                repeat {
                    error = try await cancelledPut(client, after: delay)
                    delay *= 2
                    #expect(error?.cause == .cancelled, "\(String(describing: error))")
                } while isConnected && error?.outcome == .notDone
                #expect(error?.outcome == (isConnected ? .unknown : .notDone))
            }
        }
    }

    /// The error of a call that is cancelled after a time; nil if it succeeded.
    private func cancelledPut(_ client: EtcdClient, after delay: Duration) async throws -> EtcdError? {
        try await withThrowingTaskGroup(of: EtcdError?.self) { group in
            group.addTask {
                do throws(EtcdError) {
                    try await client.put("k", "1")
                    return nil
                } catch { return error }
            }
            try await Task.sleep(for: delay)
            group.cancelAll()
            return try await group.next() ?? nil
        }
    }
}
