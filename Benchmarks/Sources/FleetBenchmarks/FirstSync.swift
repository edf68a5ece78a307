import Etcd
import Items
import Trellis

/// The number of items.
private let count = 200_000

/// Measures the first reading of all items by a new host, compared with reading their keys.
func measureFirstSync() async throws {
    try await EtcdServer.with { _, client in
        try await withItemHost(client) { items in
            let batch = (0..<500).map { ItemsContract.NewItem(title: "Item \($0) of a list", count: $0) }
            for _ in 0..<count / batch.count { _ = try await items.addMany(items: batch) }
        }
        // In the same parts as the host.
        let slices = (0...255).map { number in
            EtcdKeyRange.prefix(EtcdBytes("\(itemsPrefix)i/\(number < 16 ? "0" : "")\(String(number, radix: 16))"))
        }
        try await compare(
            "first reading of 200,000 items", with: "reading the keys of 200,000 items", runs: 5, limit: 1.5
        ) {
            let clock = ContinuousClock()
            let start = clock.now
            // The time of the host's end does not count.
            return try await withItemHost(client) { _ in start.duration(to: clock.now) / .milliseconds(1) }
        } _: {
            try await milliseconds {
                let revision = try await client.range(.key(EtcdBytes("\(itemsPrefix)head"))).revision
                var keys = 0
                for slice in slices { keys += try await client.range(slice, revision: revision).keyValues.count }
                precondition(keys == count, "expected \(count) keys")
            }
        }
    }
}
