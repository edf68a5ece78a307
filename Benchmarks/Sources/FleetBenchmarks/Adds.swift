import BenchmarkSupport
import Etcd
import Foundation
import Items

/// The number of clients that add at once.
private let clients = 16

/// The number of adds of each client in a run.
private let adds = 50

/// Measures adds by several clients, compared with transactions of etcd that set a key on condition that it does not exist.
func measureAdds() async throws {
    try await EtcdServer.with { _, client in
        try await withItemHost(client) { items in
            let name = "\(clients * adds) adds, \(clients) clients"
            // The limit of the time corresponds to 0.8 of the rate.
            try await compare(name, with: "\(name), transactions of etcd", runs: 41, limit: 1 / 0.8) {
                try await byAllClients { number in
                    _ = try await items.add(title: "An item of a list", count: number)
                }
            } _: {
                try await byAllClients { number in
                    let key = EtcdBytes("/benchmark/raw/\(UUID().uuidString)")
                    let value = EtcdBytes(String(repeating: "v", count: 100))
                    _ = try await client.transaction(compare: [.absent(key)], success: [.put(key, value)])
                }
            }
        }
    }
}

/// Repeats a change by all clients at once, and returns the time in milliseconds.
private func byAllClients(_ change: @escaping @Sendable (Int) async throws -> Void) async throws -> Double {
    try await milliseconds {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<clients {
                group.addTask { for number in 0..<adds { try await change(number) } }
            }
            try await group.waitForAll()
        }
    }
}
