import HostInterface
import Varlink

/// Finds what the word at the cursor may become, with what the daemon serves.
struct Completer {
    /// Connects to the daemon, when it has to be asked.
    let connect: @Sendable () async throws -> VarlinkConnection

    /// The plugin whose name goes without saying, in its shell.
    var shellPlugin: String?

    /// Whether the line is one of a shell.
    var isShell = false

    /// Finds what a word may become.
    ///
    /// - Parameters:
    ///   - words: The words before it, without the program's name.
    ///   - start: What is written of it already.
    /// - Returns: What it may become.
    /// - Throws: What the calls throw.
    func completion(after words: [String], of start: String) async throws -> Completion {
        let line = LineSoFar(words, BuiltInOption.ofEveryCommand)
        if let open = line.awaiting { return Self.value(of: open) }
        // `--input=FILE`
        if !line.isLiteral, let sign = start.firstIndex(of: "="),
            let option = BuiltInOption.allCases.first(where: { start[..<sign] == $0.spelling })
        {
            return Self.value(of: option)
        }
        let words = (shellPlugin.map { [$0] } ?? []) + line.words
        return try await completion(of: words, line, start).starting(with: start)
    }

    private func completion(of words: [String], _ line: LineSoFar, _ start: String) async throws -> Completion {
        let isOption = start.hasPrefix("-") && !line.isLiteral
        guard let first = words.first else {
            return .words(isOption ? Self.optionsOfEveryCommand : await commands(start))
        }
        if first == "help" { return try await help(of: Array(words.dropFirst()), start) }
        if RootCommand.names.contains(first) {
            return try await builtIn(words, isOption: isOption)
        }
        return try await plugin(first, Array(words.dropFirst()), isOption: isOption, start)
    }

    /// The first words of a line.
    private func commands(_ start: String) async -> [Completion.Candidate] {
        let builtIn = (BuiltInCommand.root?.subcommands ?? []).map { Completion.Candidate($0.name, $0.summary) }
        let shell = isShell ? [Completion.Candidate("exit", "End the shell.")] : []
        let own =
            builtIn.filter { $0.word != "help" && (!isShell || $0.word != "shell") } + shell
            + [Completion.Candidate("help", "Tell what a command takes.")]
        // What is built in can be completed without a daemon, too.
        return own + ((try? await grown(start)) ?? [])
    }

    /// Asks the daemon.
    func catalogue() async throws -> Catalogue {
        Catalogue(connection: try await connect())
    }

    private func plugins() async throws -> [Completion.Candidate] {
        try await catalogue().plugins().map { Completion.Candidate($0.name, $0.summary) }
    }

    /// What has commands of its own: the plugins, those that are called as a built-in command is by their interfaces;
    /// and every interface, once a dot tells that one is meant.
    private func grown(_ start: String) async throws -> [Completion.Candidate] {
        let catalogue = try await catalogue()
        if start.contains(".") { return try await catalogue.interfaceNames().map { Completion.Candidate($0) } }
        return try await catalogue.plugins().flatMap { plugin in
            (RootCommand.isReserved(plugin.name) ? plugin.interfaces : [plugin.name])
                .map { Completion.Candidate($0, plugin.summary) }
        }
    }

    private func help(of words: [String], _ start: String) async throws -> Completion {
        if words.isEmpty { return .words(await commands(start)) }
        guard words.count == 1, !RootCommand.names.contains(words[0]) else { return .nothing }
        return .words(Self.commands(of: try await catalogue().interfaces(of: words[0])))
    }

    private func builtIn(_ words: [String], isOption: Bool) async throws -> Completion {
        guard var command = BuiltInCommand.root else { return .nothing }
        var position = 0
        var awaiting: BuiltInCommand.Argument?
        for word in words {
            let isValue = awaiting != nil && word.isSeparateValue
            awaiting = nil
            if isValue { continue }
            if let found = command.subcommands.first(where: { $0.name == word }) {
                command = found
                position = 0
            } else if let option = command.arguments.first(where: { $0.spellings.contains(word) }) {
                awaiting = option.valueName == nil ? nil : option
            } else {
                position += 1
            }
        }
        if awaiting != nil { return .nothing }
        if isOption {
            let own = command.arguments.flatMap { argument in
                argument.spellings.filter { $0.hasPrefix("--") }.map { Completion.Candidate($0, argument.summary) }
            }
            return .words(own + Self.candidates(BuiltInOption.ofEveryCommand))
        }
        if !command.subcommands.isEmpty {
            return .words(command.subcommands.map { Completion.Candidate($0.name, $0.summary) })
        }
        let positional = command.arguments.filter(\.spellings.isEmpty)
        guard positional.indices.contains(position) else { return .nothing }
        switch positional[position].valueName {
        case "plugin": return .words(try await plugins())
        case "interface": return .words(try await catalogue().interfaceNames().map { Completion.Candidate($0) })
        case "method": return .words(try await methods())
        default: return .nothing
        }
    }

    private func methods() async throws -> [Completion.Candidate] {
        var candidates: [Completion.Candidate] = []
        let catalogue = try await catalogue()
        for name in try await catalogue.interfaceNames() {
            candidates += try await catalogue.interface(name).methods.map {
                Completion.Candidate("\(name).\($0.name)", HelpText.firstSentence(of: $0.purpose.text))
            }
        }
        return candidates
    }

    /// The commands of a plugin.
    static func commands(of interfaces: [InterfaceDescription]) -> [Completion.Candidate] {
        interfaces.flatMap { interface in
            interface.methods.map {
                Completion.Candidate(interface.commandName(of: $0), HelpText.firstSentence(of: $0.purpose.text))
            }
        }
    }

    /// Options as candidates.
    static func candidates(_ options: [BuiltInOption]) -> [Completion.Candidate] {
        options.map { Completion.Candidate($0.spelling, HelpText.firstSentence(of: $0.summary)) }
    }

    private static let optionsOfEveryCommand =
        candidates(BuiltInOption.ofEveryCommand)
        + [Completion.Candidate("--help", "Show help."), Completion.Candidate("--version", "Show the version.")]

    /// What the value of an option may be.
    static func value(of option: BuiltInOption) -> Completion {
        switch option {
        case .socket, .input, .output: .files
        default: .nothing
        }
    }
}
