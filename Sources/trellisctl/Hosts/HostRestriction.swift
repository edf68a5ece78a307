import CommandModel

/// The restrictions of built-in commands on other hosts.
enum HostRestriction {
    /// Commands that read this machine, or connect its standard input.
    private static let localCommands: Set = [["bridge"], ["doctor"], ["debug", "bundle"]]

    /// Commands that use the terminal or write a file.
    private static let singleCommands: Set = [["shell"], ["top"], ["backup"]]

    /// Rejects a command that cannot run on the hosts.
    ///
    /// - Parameters:
    ///   - path: The program and its subcommands down to the command.
    ///   - arguments: The parsed command line.
    ///   - hosts: The hosts; empty for this machine.
    /// - Throws: `CommandLineError` when the command cannot run on other hosts, or on several.
    static func check(
        _ path: [Command], _ arguments: ParsedArguments, on hosts: [RemoteHost]
    ) throws(CommandLineError) {
        guard let host = hosts.first else { return }
        let names = path.dropFirst().map(\.name)
        let name = names.joined(separator: " ")
        if localCommands.contains(names) {
            throw CommandLineError(
                .conflict, "'\(name)' uses this machine and cannot be combined with --host",
                advice: "Run it on the host: \(host.ssh) trellisctl \(name)")
        }
        if names == ["dashboard"], arguments.has("open") {
            throw CommandLineError(
                .conflict, "--open opens a URL of this machine and cannot be combined with --host",
                advice: "Forward the port of the URL with 'ssh -L'.")
        }
        if hosts.count > 1, singleCommands.contains(names) {
            throw CommandLineError(
                .conflict, "'\(name)' runs on one host, but --host names \(hosts.count)",
                advice: "Run the command once for each host.")
        }
    }
}
