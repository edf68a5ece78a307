import Varlink

extension Completer {
    /// Finds what a word of a plugin's command may become.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's name.
    ///   - words: The words behind it.
    ///   - isOption: Whether the word at the cursor is to be an option.
    ///   - start: What is written of it already.
    /// - Returns: What it may become.
    /// - Throws: What the calls throw.
    func plugin(_ plugin: String, _ words: [String], isOption: Bool, _ start: String) async throws -> Completion {
        let interfaces = try await catalogue().interfaces(of: plugin)
        guard let command = words.first else {
            let own = shellPlugin == nil ? [] : [Completion.Candidate("exit", "End the shell.")]
            let help = [Completion.Candidate("help", "Tell what a command takes.")]
            return .words(Self.commands(of: interfaces) + help + own)
        }
        if command == "help" { return words.count == 1 ? .words(Self.commands(of: interfaces)) : .nothing }
        let reader = ParameterReader(try PluginMethod(command: command, of: plugin, in: interfaces))
        let line = LineSoFar(Array(words.dropFirst()), BuiltInOption.ofPluginCommands)
        if let awaiting = line.awaiting { return Self.value(of: awaiting) }
        var given: Set<[String]> = []
        var positions = 0
        var open: ParameterReader.Target?
        for word in line.words {
            if let target = open, word.isSeparateValue || line.isLiteral {
                given.insert(target.path)
                open = nil
            } else if word.hasPrefix("--"), !line.isLiteral {
                open = nil
                let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let target = try? reader.target(named: String(parts[0])) else { continue }
                if parts.count == 1, target.implied == nil { open = target } else { given.insert(target.path) }
            } else {
                positions += 1
            }
        }
        if let open { return values(of: open.type, by: reader, before: "") }
        guard !isOption else { return option(of: reader, given: given, start) }
        let positional = reader.options.filter { $0.isPositional && !given.contains($0.path) }
        guard let option = positions < positional.count ? positional[positions] : positional.last,
            positions < positional.count || reader.isList(option.field.type)
        else { return .nothing }
        return values(of: option.field.type, by: reader, before: "")
    }

    private func option(of reader: ParameterReader, given: Set<[String]>, _ start: String) -> Completion {
        // `--colour=r`: the value, behind the option.
        if let sign = start.firstIndex(of: "=") {
            guard let target = try? reader.target(named: String(start[..<sign].dropFirst(2))) else { return .nothing }
            return values(of: target.type, by: reader, before: String(start[...sign]))
        }
        let own = reader.options.filter { !given.contains($0.path) || reader.isList($0.field.type) }
            .map { Completion.Candidate("--\($0.name)", HelpText.firstSentence(of: $0.field.documentation.text)) }
        let builtIn = Self.candidates(
            BuiltInOption.ofPluginCommands.filter { $0.applies(to: reader) } + BuiltInOption.ofEveryCommand)
        return .words(own + builtIn + [Completion.Candidate("--help", "Show what the command takes.")])
    }

    private func values(of type: TypeExpression, by reader: ParameterReader, before start: String) -> Completion {
        switch reader.command.interface.resolve(type) {
        case .words(let words):
            .words(
                words.map { Completion.Candidate(start + $0.name, HelpText.firstSentence(of: $0.documentation.text)) })
        case .plain(.bool):
            .words([Completion.Candidate(start + "yes"), Completion.Candidate(start + "no")])
        case .list(let element): values(of: element, by: reader, before: start)
        default: .nothing
        }
    }
}
