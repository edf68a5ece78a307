import CommandModel
import Glibc
import Varlink

/// Runs a command on other hosts.
///
/// On one host, the output is the same as on this machine. On several, or with `--all`, the command runs side by side, and every line names
/// its host.
struct HostRunner {
    /// The options that every command has, with the hosts.
    let options: GlobalOptions

    /// The environment variables of the process.
    let variables: [String: String]

    /// The format of errors.
    let format: OutputFormat

    /// Runs a command line.
    ///
    /// - Parameter words: The command line, without the options that every command has.
    /// - Returns: The exit status.
    /// - Throws: The errors of `CommandDispatcher.run`; ``Interruption`` when a signal arrived; for several hosts,
    ///   ``CommandFailure`` with the highest exit status of a host when the command failed on any.
    func run(_ words: [String]) async throws -> Int32 {
        // A shell and `top` handle signals themselves.
        if options.hosts.count == 1, ["shell", "top"].contains(words.first) {
            return try await run(words, on: options.hosts[0])
        }
        guard let hosts = try targets(of: words) else {
            return try await CommandDispatcher(session: session(on: options.hosts[0])).run(words)
        }
        // The commands on the hosts must end with this process: ssh(1) does not notice that its reader is gone.
        return try await Interruption.cancelling(
            on: Interruption.endingSignals
        ) {
            guard hosts.count > 1 || options.isForAllHosts else { return try await run(words, on: hosts[0]) }
            return try await run(words, on: hosts)
        }
    }

    /// The hosts on which a command line runs; nil if it needs no host.
    private func targets(of words: [String]) throws(CommandLineError) -> [RemoteHost]? {
        guard let first = words.first, !first.hasPrefix("-"), !BuiltInCommands.isReserved(first) else {
            if words.first == BuiltInCommands.help.word, words.count > 1, !BuiltInCommands.names.contains(words[1]) {
                return [options.hosts[0]]
            }
            guard case .run(let path, let arguments) = try BuiltInCommands.root.request(words) else { return nil }
            try HostRestriction.check(path, arguments, on: options.hosts)
            return options.hosts
        }
        // The help of a plugin is that of the first host.
        return Command.requestsHelp(Array(words.dropFirst())) ? [options.hosts[0]] : options.hosts
    }

    private func session(on host: RemoteHost) -> Session {
        Session(on: host, options: options, variables: variables)
    }

    private func run(_ words: [String], on host: RemoteHost) async throws -> Int32 {
        let session = session(on: host)
        do {
            return try await CommandDispatcher(session: session).run(words)
        } catch {
            // A stream that was not read to its end continues on the host until ssh ends.
            await session.connection.close()
            throw error
        }
    }

    private func run(_ words: [String], on hosts: [RemoteHost]) async throws -> Int32 {
        let statuses = try await withThrowingTaskGroup(of: (RemoteHost, Int32).self) { group in
            for host in hosts {
                group.addTask {
                    try await HostOutput.$current.withValue(HostOutput(host: host, format: format)) {
                        (host, try await status(of: words, on: host))
                    }
                }
            }
            var statuses: [RemoteHost: Int32] = [:]
            for try await (host, status) in group { statuses[host] = status }
            return statuses
        }
        let failed = hosts.filter { statuses[$0] != EX_OK }
        guard let worst = statuses.values.max(), !failed.isEmpty else { return EX_OK }
        throw CommandFailure(
            worst,
            "failed on \(failed.count) of \(hosts.count) hosts: \(failed.map(\.description).joined(separator: ", "))")
    }

    /// Runs the command on one of several hosts, and reports its failure.
    ///
    /// - Returns: The exit status.
    /// - Throws: ``OutputClosed`` and `CancellationError`, which end the command on all hosts.
    private func status(of words: [String], on host: RemoteHost) async throws -> Int32 {
        do {
            return try await run(words, on: host)
        } catch {
            switch error {
            case is OutputClosed, is Interruption, is CancellationError: throw error
            default: return ErrorReport.write(error, as: format)
            }
        }
    }
}
