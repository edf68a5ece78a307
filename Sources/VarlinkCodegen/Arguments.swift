/// A parsed command line.
enum Command: Equatable {
    /// Prints the usage.
    case help
    /// Writes Swift for an interface.
    case generate(input: String, output: String, options: Generator.Options)
    /// Reports constructs of interfaces that are invalid or that some parser in use rejects.
    case check(inputs: [String])
    /// Reports the changes since a released interface that break its clients.
    case compare(released: String, current: String)
}

/// The parser of command lines.
enum Arguments {
    static let usage = """
        Usage: VarlinkCodegen [--import MODULE] [--access ACCESS] [--prefix NAME] --output FILE INTERFACE.varlink
               VarlinkCodegen --check INTERFACE.varlink…
               VarlinkCodegen --compare RELEASED.varlink INTERFACE.varlink

        Generate Swift for a Varlink interface: types, errors, a protocol for the server, and a client.

        Options:
          --import MODULE   Import the runtime from this module (Varlink, or a module that re-exports
                            it). Default: no import, for a source in the module of the runtime.
          --access ACCESS   The access level: public, package or internal. Default: public.
          --prefix NAME     The prefix of all declarations. Default: the last component of the name
                            of the interface.
          --output FILE     The Swift file to write.
          --check           Only check: fail on invalid constructs, and on those that a Varlink
                            parser in use rejects.
          --compare         Only compare: fail on changes since the released interface that break its
                            clients.
        """

    /// An error of a command line.
    struct UsageError: Error, Equatable {
        let message: String
    }

    /// Parses a command line.
    ///
    /// - Parameter words: The arguments, without the name of the program.
    /// - Returns: The command with its arguments.
    /// - Throws: `UsageError` if the arguments are invalid.
    static func command(_ words: [String]) throws(UsageError) -> Command {
        if words == ["--help"] || words == ["-h"] { return .help }
        var values: [String: String] = [:]
        var inputs: [String] = []
        var isCheck = false
        var isComparison = false
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--check" {
                isCheck = true
            } else if word == "--compare" {
                isComparison = true
            } else if ["--import", "--access", "--prefix", "--output"].contains(word) {
                guard let value = rest.popFirst() else { throw UsageError(message: "missing value for '\(word)'") }
                guard values.updateValue(value, forKey: word) == nil else {
                    throw UsageError(message: "duplicate option '\(word)'")
                }
            } else if word.hasPrefix("-") {
                throw UsageError(message: "unknown option '\(word)'")
            } else {
                inputs.append(word)
            }
        }
        if isCheck && isComparison { throw UsageError(message: "'--compare' cannot be combined with '--check'") }
        if isComparison { return try compare(inputs, values) }
        return isCheck ? try check(inputs, values) : try generate(inputs, values)
    }

    private static func check(_ inputs: [String], _ values: [String: String]) throws(UsageError) -> Command {
        if let option = values.keys.min() { throw UsageError(message: "'\(option)' cannot be combined with '--check'") }
        guard !inputs.isEmpty else { throw UsageError(message: "expected an interface") }
        return .check(inputs: inputs)
    }

    private static func compare(_ inputs: [String], _ values: [String: String]) throws(UsageError) -> Command {
        if let option = values.keys.min() {
            throw UsageError(message: "'\(option)' cannot be combined with '--compare'")
        }
        guard inputs.count == 2 else { throw UsageError(message: "expected two interfaces, got \(inputs.count)") }
        return .compare(released: inputs[0], current: inputs[1])
    }

    private static func generate(_ inputs: [String], _ values: [String: String]) throws(UsageError) -> Command {
        guard inputs.count == 1 else { throw UsageError(message: "expected one interface, got \(inputs.count)") }
        guard let output = values["--output"] else { throw UsageError(message: "missing option '--output'") }
        let accessWord = values["--access"] ?? Access.public.rawValue
        guard let access = Access(rawValue: accessWord) else {
            throw UsageError(
                message: "invalid value for --access: expected public, package or internal, got '\(accessWord)'")
        }
        for option in ["--import", "--prefix"] {
            guard let name = values[option], !isIdentifier(name) else { continue }
            throw UsageError(message: "invalid value for \(option): expected a Swift identifier, got '\(name)'")
        }
        let options = Generator.Options(
            importedModule: values["--import"], access: access, prefix: values["--prefix"])
        return .generate(input: inputs[0], output: output, options: options)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
