import CommandModel
import Glibc
import HostInterface
import Varlink

/// The command `trellisctl hosts`.
struct HostsCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        let (hosts, problem) = try await session.withTimeout { try await Self.hosts(of: host) }
        try await TableOutput.print(hosts, columns: ["name", "since", "version", "address", "plugins"], in: session) {
            host in
            let plugins = host.plugins.map { host.holds.contains($0) ? "\($0)*" : $0 }
            return [host.name, host.since, host.version, host.address, plugins.joined(separator: " ")]
        }
        if let problem {
            throw CommandFailure(EX_UNAVAILABLE, "the other hosts are unknown: \(problem)")
        }
    }

    /// The hosts of the cluster, sorted by name, and the reason why the other hosts are unknown, if they are.
    static func hosts(of host: HostClient) async throws -> (hosts: [HostContract.ClusterHost], problem: String?) {
        var hosts: [HostContract.ClusterHost] = []
        var problem: String?
        for try await reply in host.listHosts() {
            hosts.append(reply.host)
            problem = problem ?? reply.problem
        }
        return (hosts, problem)
    }
}
