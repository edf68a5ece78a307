import Etcd
import Foundation
import TrellisTesting

/// An etcd of one member in a temporary folder.
struct EtcdServer: Sendable {
    /// The program of Debian's package etcd-server.
    static let program = "/usr/bin/etcd"

    /// The address for clients.
    let endpoint: EtcdEndpoint

    /// Runs etcd, and a client of it, while a body uses them.
    static func with<Result: Sendable>(
        _ body: (EtcdServer, EtcdClient) async throws -> Result
    ) async throws -> Result {
        try await withTemporaryFolder { folder in
            // Every address in 127.0.0.0/8 is local.
            let address = "127.\(Int.random(in: 1...254)).\(Int.random(in: 0...255)).1"
            let (clients, peers) = ("http://\(address):2379", "http://\(address):2380")
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = [
                "--data-dir", folder.appending("etcd").string, "--listen-client-urls", clients,
                "--advertise-client-urls", clients, "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
                "--initial-cluster", "default=\(peers)", "--quota-backend-bytes", "\(4 << 30)",
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            defer {
                process.terminate()
                process.waitUntilExit()
            }
            let server = EtcdServer(endpoint: EtcdEndpoint(host: address))
            return try await withEtcd(EtcdConfiguration(endpoints: [server.endpoint])) { client in
                while (try? await client.status()) == nil { try await Task.sleep(for: .milliseconds(50)) }
                return try await body(server, client)
            }
        }
    }
}
