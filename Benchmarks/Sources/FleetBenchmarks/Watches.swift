import Etcd
import Items
import Trellis

/// Measures the time from an add on one host until a watch on another one reports it, compared with a watch of etcd.
func measureWatches() async throws {
    try await EtcdServer.with { server, client in
        try await withEtcd(EtcdConfiguration(endpoints: [server.endpoint])) { other in
            try await withItemHost(client) { first in
                try await withItemHost(other) { second in
                    try await other.withWatch(.key("/benchmark/raw")) { watch in
                        var raw = watch.makeAsyncIterator()
                        guard case .connected? = try await raw.next() else { return }
                        var changes = second.watch().makeAsyncIterator()
                        while try await changes.next()?.event != .ready {}
                        try await compare(
                            "until a watch on another host reports an add", with: "until a watch of etcd reports a put",
                            runs: 1001, limit: 1.5
                        ) {
                            try await milliseconds {
                                _ = try await first.add(title: "An item of a list", count: 1)
                                _ = try await changes.next()
                            }
                        } _: {
                            try await milliseconds {
                                _ = try await client.put("/benchmark/raw", "1")
                                _ = try await raw.next()
                            }
                        }
                    }
                }
            }
        }
    }
}
