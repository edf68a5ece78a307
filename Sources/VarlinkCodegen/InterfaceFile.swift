import VarlinkIDL

/// An input file without syntax errors.
struct InterfaceFile {
    /// The path, for messages and for the check of the file name.
    let path: String
    let interface: ParsedInterface

    /// Parses an interface.
    ///
    /// - Throws: `InvalidInput` at the first syntax error.
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

    /// Returns the diagnostics of violated rules of the language, of notes without effect, and of a wrong file name.
    func validationDiagnostics() -> [Diagnostic] {
        var all = interface.diagnostics().map {
            diagnostic(.error, "\($0.subject): \($0.message)", at: $0.position)
        }
        all += NoteChecker.diagnostics(in: interface.comments).map { diagnostic(.error, $0.message, at: $0.position) }
        let name = interface.description.name
        if path.split(separator: "/").last.map(String.init) != "\(name).varlink" {
            let message = "wrong file name for the interface '\(name)'; rename the file to '\(name).varlink'"
            all.append(diagnostic(.error, message, at: interface.position(of: NodePath())))
        }
        return all
    }

    /// Returns all constructs that some parser in use rejects.
    ///
    /// An uppercase letter in the name of the interface is a warning, because systemd's interfaces contain such letters
    /// and only varlink-go up to 0.4 rejects them. Everything else is an error.
    func portabilityDiagnostics() -> [Diagnostic] {
        interface.portabilityWarnings().map { warning in
            var severity = Diagnostic.Severity.error
            if case .uppercaseInterfaceName = warning.kind { severity = .warning }
            return diagnostic(severity, "\(warning.subject): \(warning.message)", at: warning.position)
        }
    }

    /// Returns the violations in both interfaces, or if there are none, the changes that break clients of the released one.
    func diagnostics(since released: InterfaceFile) -> [Diagnostic] {
        let invalid = released.validationDiagnostics() + validationDiagnostics()
        if !invalid.isEmpty { return invalid }
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
    /// Returns the Swift source of the interface.
    ///
    /// - Throws: `InvalidInput` with all violations.
    func source(_ options: Generator.Options) throws(InvalidInput) -> String {
        let diagnostics = validationDiagnostics()
        guard diagnostics.isEmpty else { throw InvalidInput(diagnostics: diagnostics) }
        let prefix = options.prefix ?? Contract.defaultPrefix(for: interface.description.name)
        let contract = ContractBuilder(interface.description, prefix: prefix).build()
        return Generator(contract, options: options).source()
    }
}
