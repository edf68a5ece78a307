import Glibc
import HostInterface

extension RemoteHost {
    /// Asks the daemon of this machine for the hosts of its cluster.
    ///
    /// - Parameters:
    ///   - options: The options that every command has. The option `--socket` is that of the other hosts.
    ///   - variables: The environment variables of the process, with the socket of this machine.
    /// - Returns: The hosts with their addresses, by name.
    /// - Throws: ``CommandFailure`` when the daemon or its cluster does not respond, so that the command runs on no host;
    ///   `CommandLineError` when an address is invalid.
    static func all(options: GlobalOptions, variables: [String: String]) async throws -> [RemoteHost] {
        var local = options
        local.socket = nil
        let session = try Session(options: local, variables: variables, isRoot: geteuid() == 0)
        return try await session.explaining {
            let host = HostClient(try await session.connect())
            let (hosts, problem) = try await session.withTimeout { try await HostsCommand.hosts(of: host) }
            if let problem {
                throw CommandFailure(
                    EX_UNAVAILABLE, "the hosts of the cluster are unknown: \(problem)",
                    advice: "Name the hosts with --host.")
            }
            return try hosts.reduce(into: []) { found, host in
                let remote = try RemoteHost(parsing: host.address)
                if !found.contains(remote) { found.append(remote) }
            }
        }
    }
}
