import VarlinkIDL

/// An input file whose text follows the grammar.
struct InterfaceFile {
    /// The path, for messages and for the check of the file's name.
    let path: String
    let interface: ParsedInterface

    /// Reads an interface.
    ///
    /// - Throws: `InvalidInput` at the first place where the text does not follow the grammar.
    init(path: String, text: String) throws(InvalidInput) {
        self.path = path
        do {
            interface = try ParsedInterface(text)
        } catch {
            let diagnostic = Diagnostic(
                file: path, position: error.position, severity: .error, message: error.message)
            throw InvalidInput(diagnostics: [diagnostic])
        }
    }

    /// Every breach of the language's rules, every note without effect, and a file name that is not the interface's.
    func faults() -> [Diagnostic] {
        var all = interface.faults().map {
            diagnostic(.error, "\($0.subject): \($0.message)", at: $0.position)
        }
        all += NoteChecker.faults(in: interface.comments).map { diagnostic(.error, $0.message, at: $0.position) }
        let name = interface.description.name
        if path.split(separator: "/").last.map(String.init) != "\(name).varlink" {
            let message = "the file declares the interface '\(name)': name it '\(name).varlink'"
            all.append(diagnostic(.error, message, at: interface.position(of: NodePath())))
        }
        return all
    }

    /// Everything that some parser in use refuses.
    ///
    /// An uppercase letter in the interface's name is a warning only: systemd's own interfaces have them, and only
    /// varlink-go up to 0.4 refuses them. The rest are errors.
    func portabilityDiagnostics() -> [Diagnostic] {
        interface.portabilityWarnings().map { warning in
            var severity = Diagnostic.Severity.error
            if case .uppercaseInterfaceName = warning.kind { severity = .warning }
            return diagnostic(severity, "\(warning.subject): \(warning.message)", at: warning.position)
        }
    }

    /// Every fault of the two, or else every change since a released interface that breaks its clients.
    func diagnostics(since released: InterfaceFile) -> [Diagnostic] {
        let faults = released.faults() + faults()
        if !faults.isEmpty { return faults }
        return interface.description.breakingChanges(since: released.interface.description).map {
            diagnostic(.error, "\($0.subject): \($0.message)", at: nil)
        }
    }

    private func diagnostic(
        _ severity: Diagnostic.Severity, _ message: String, at position: TextPosition?
    ) -> Diagnostic {
        let position = position ?? TextPosition(line: 1, column: 1)
        return Diagnostic(file: path, position: position, severity: severity, message: message)
    }
}

extension InterfaceFile {
    /// The Swift source for the interface.
    ///
    /// - Throws: `InvalidInput` with every fault.
    func source(_ options: Generator.Options) throws(InvalidInput) -> String {
        let faults = faults()
        guard faults.isEmpty else { throw InvalidInput(diagnostics: faults) }
        let prefix = options.prefix ?? Contract.defaultPrefix(for: interface.description.name)
        let contract = ContractBuilder(interface.description, prefix: prefix).build()
        return Generator(contract, options: options).source()
    }
}
