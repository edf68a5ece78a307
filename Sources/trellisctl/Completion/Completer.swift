import CommandModel
import ContractCommands
import HostInterface
import Varlink

/// Finds the completions of the word at the cursor, with the plugins and interfaces of the daemon.
struct Completer {
    /// Connects to the daemon, if completions depend on it.
    let connect: @Sendable () async throws -> VarlinkConnection

    /// The plugin of the shell; nil for none.
    var shellPlugin: String?

    /// Whether the command line is entered in a shell of `trellisctl`.
    var isShell = false

    /// Finds the completions of a word.
    ///
    /// - Parameters:
    ///   - words: The words before the one at the cursor, without the program's name.
    ///   - start: The text of the word up to the cursor.
    /// - Returns: The completions that start with the text.
    /// - Throws: The error of a call.
    func completion(after words: [String], of start: String) async throws -> Completion {
        // Files after `--input=` are completed although the command is not known yet.
        let all = GlobalOptions.parameters + CallOptions.parameters
        let scan = CommandLineScan(words, GlobalOptions.parameters)
        let completion: Completion
        if let awaiting = scan.awaiting {
            completion = Command("", summary: "", parameters: [awaiting])
                .completion(after: ["--\(awaiting.name)"], of: start)
        } else if !scan.isLiteral, let sign = start.firstIndex(of: "="),
            all.contains(where: { start[..<sign] == "--\($0.name)" })
        {
            completion = Command("", summary: "", parameters: all).completion(after: [], of: start)
        } else {
            // The plugins of all hosts are usually those of this machine.
            let isForAllHosts = !isShell && scan.words.first == GlobalOptions.allHosts
            let written = scan.words.dropFirst(isForAllHosts ? 1 : 0)
            let words = (shellPlugin.map { [$0] } ?? []) + written + (scan.isLiteral ? ["--"] : [])
            completion = try await command(words, start, isLiteral: scan.isLiteral)
        }
        return try await resolved(completion, start).starting(with: start)
    }

    private func command(_ words: [String], _ start: String, isLiteral: Bool) async throws -> Completion {
        guard let first = words.first, first != "--" else {
            if start.hasPrefix("-"), !isLiteral { return options(start) }
            return .words(await commands(start))
        }
        if first == BuiltInCommands.help.word { return try await help(Array(words.dropFirst()), start) }
        guard BuiltInCommands.names.contains(first) else {
            return try await plugin(first, Array(words.dropFirst()), start)
        }
        return BuiltInCommands.root.completion(after: words, of: start)
    }

    /// Returns the completions of an option before the command.
    private func options(_ start: String) -> Completion {
        let completion = BuiltInCommands.root.completion(after: [], of: start)
        guard !isShell, case .words(let candidates) = completion else { return completion }
        return .words(candidates + [.init(GlobalOptions.allHosts, "Run the command on all hosts of the cluster.")])
    }

    /// Requests words from the daemon, if a completion consists of them.
    private func resolved(_ completion: Completion, _ start: String) async throws -> Completion {
        guard case .source(let name) = completion else { return completion }
        switch CompletionSource(rawValue: name) {
        case .plugins: return .words(try await plugins())
        case .graphs: return .words([.init("root", "The instances that all plugins share.")] + (try await plugins()))
        case .settings: return .words(try await settings())
        case .interfaces: return .words(try await interfaces())
        case .methods: return .words(try await methods())
        case .failpoints: return .words(try await failpoints())
        case .jobs: return .words(try await jobs())
        case .hosts: return .words(try await hosts(start))
        case nil: return .nothing
        }
    }

    /// Returns the completions of the first word of a line.
    private func commands(_ start: String) async -> [Completion.Candidate] {
        let builtIn = BuiltInCommands.root.subcommands.filter { !isShell || $0.name != BuiltInCommands.shell.name }
        let own =
            builtIn.map { Completion.Candidate($0.name, $0.summary) } + (isShell ? [BuiltInCommands.exit] : [])
            + [BuiltInCommands.help]
        // Without a daemon, only the built-in commands are completed.
        return own + ((try? await served(start)) ?? [])
    }

    private func catalogue() async throws -> Catalogue {
        Catalogue(connection: try await connect())
    }

    private func plugins() async throws -> [Completion.Candidate] {
        try await catalogue().plugins().map {
            Completion.Candidate($0.name, $0.summary.escapingControlCharacters)
        }
    }

    private func settings() async throws -> [Completion.Candidate] {
        try await HostClient(try await connect()).readConfiguration().settings.map {
            Completion.Candidate($0.key, $0.description.escapingControlCharacters)
        }
    }

    private func failpoints() async throws -> [Completion.Candidate] {
        try await InjectCommand.failpoints(of: HostClient(try await connect())).map {
            Completion.Candidate($0.name, $0.terms ?? "off")
        }
    }

    private func jobs() async throws -> [Completion.Candidate] {
        try await JobsCommand.jobs(of: HostClient(try await connect())).map {
            Completion.Candidate("\($0.plugin).\($0.name)", "every \($0.intervalText)")
        }
    }

    /// Returns the hosts of the cluster, after the hosts that the word already lists.
    private func hosts(_ start: String) async throws -> [Completion.Candidate] {
        let listed = start.lastIndex { $0 == "," || $0 == "=" }.map { start[...$0] } ?? ""
        return try await HostsCommand.hosts(of: HostClient(try await connect())).hosts.map { host in
            Completion.Candidate("\(listed)\(host.address)", host.name == host.address ? "" : host.name)
        }
    }

    private func interfaces() async throws -> [Completion.Candidate] {
        try await catalogue().interfaceNames().map { Completion.Candidate($0) }
    }

    /// Returns the names that a command line can start with: the plugins, or all interfaces if the word has a dot.
    ///
    /// A plugin with the name of a built-in command is replaced by its interfaces.
    private func served(_ start: String) async throws -> [Completion.Candidate] {
        if start.contains("." as Character) { return try await interfaces() }
        return try await catalogue().plugins().flatMap { plugin in
            (BuiltInCommands.isReserved(plugin.name) ? plugin.interfaces : [plugin.name])
                .map { Completion.Candidate($0, plugin.summary.escapingControlCharacters) }
        }
    }

    private func help(_ words: [String], _ start: String) async throws -> Completion {
        guard let first = words.first else { return .words(await commands(start)) }
        if BuiltInCommands.names.contains(first) {
            let subcommands = BuiltInCommands.root.subcommand(named: first)?.subcommands ?? []
            return words.count > 1 ? .nothing : .words(subcommands.map { .init($0.name, $0.summary) })
        }
        guard words.count == 1 else { return .nothing }
        return .words(PluginMethod.candidates(try await catalogue().interfaces(of: first)))
    }

    private func plugin(_ plugin: String, _ words: [String], _ start: String) async throws -> Completion {
        let interfaces = try await catalogue().interfaces(of: plugin)
        if shellPlugin == nil, let method = PluginMethod(onlyOf: plugin, in: interfaces) {
            return ParameterReader(method).declaration.completion(
                after: words, of: start, inherited: GlobalOptions.parameters)
        }
        guard let command = words.first else {
            let exit = shellPlugin == nil ? [] : [BuiltInCommands.exit]
            return .words(PluginMethod.candidates(interfaces) + [BuiltInCommands.help] + exit)
        }
        if command == BuiltInCommands.help.word {
            return words.count == 1 ? .words(PluginMethod.candidates(interfaces)) : .nothing
        }
        let reader = ParameterReader(try PluginMethod(command: command, of: plugin, in: interfaces))
        return reader.declaration.completion(
            after: Array(words.dropFirst()), of: start, inherited: GlobalOptions.parameters)
    }

    private func methods() async throws -> [Completion.Candidate] {
        var candidates: [Completion.Candidate] = []
        let catalogue = try await catalogue()
        for name in try await catalogue.interfaceNames() {
            candidates += try await catalogue.interface(name).methods.map {
                Completion.Candidate("\(name).\($0.name)", $0.purpose.inOneLine.firstSentence)
            }
        }
        return candidates
    }
}
