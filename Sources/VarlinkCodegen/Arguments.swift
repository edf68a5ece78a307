/// What a command line asks for.
enum Command: Equatable {
    /// To print the usage.
    case help
    /// To write Swift for an interface.
    case generate(input: String, output: String, options: Generator.Options)
    /// To say what is wrong with interfaces, and what some parser in use refuses.
    case check(inputs: [String])
    /// To say what of a released interface an interface breaks.
    case compare(released: String, current: String)
}

/// Reads command lines.
enum Arguments {
    static let usage = """
        usage: VarlinkCodegen [--import MODULE] [--access ACCESS] [--prefix NAME] --output FILE INTERFACE.varlink
               VarlinkCodegen --check INTERFACE.varlink…
               VarlinkCodegen --compare RELEASED.varlink INTERFACE.varlink

        Writes Swift for a Varlink interface: types, errors, a protocol for the server, a client.

          --import MODULE   the module that has the runtime (Varlink, or one that re-exports it);
                            without it, the source is for the runtime's module itself
          --access ACCESS   public, package or internal; public by default
          --prefix NAME     what the names of all declarations begin with; by default the last
                            component of the interface's name
          --output FILE     the Swift file to write
          --check           write nothing: fail on every fault, and on everything that a Varlink
                            parser in use refuses
          --compare         write nothing: fail on every change since the released interface that
                            breaks its clients
        """

    /// What is wrong with a command line.
    struct Fault: Error, Equatable {
        let message: String
    }

    /// Reads a command line.
    ///
    /// - Parameter words: The words behind the program's name.
    /// - Returns: What it asks for.
    /// - Throws: `Fault` where the words don't make sense.
    static func command(_ words: [String]) throws(Fault) -> Command {
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
                guard let value = rest.popFirst() else { throw Fault(message: "'\(word)' needs a value") }
                guard values.updateValue(value, forKey: word) == nil else {
                    throw Fault(message: "'\(word)' stands twice")
                }
            } else if word.hasPrefix("-") {
                throw Fault(message: "there is no option '\(word)'")
            } else {
                inputs.append(word)
            }
        }
        if isCheck && isComparison { throw Fault(message: "'--compare' can't stand with '--check'") }
        if isComparison { return try compare(inputs, values) }
        return isCheck ? try check(inputs, values) : try generate(inputs, values)
    }

    private static func check(_ inputs: [String], _ values: [String: String]) throws(Fault) -> Command {
        if let option = values.keys.min() { throw Fault(message: "'\(option)' can't stand with '--check'") }
        guard !inputs.isEmpty else { throw Fault(message: "expected an interface") }
        return .check(inputs: inputs)
    }

    private static func compare(_ inputs: [String], _ values: [String: String]) throws(Fault) -> Command {
        if let option = values.keys.min() { throw Fault(message: "'\(option)' can't stand with '--compare'") }
        guard inputs.count == 2 else { throw Fault(message: "expected two interfaces, found \(inputs.count)") }
        return .compare(released: inputs[0], current: inputs[1])
    }

    private static func generate(_ inputs: [String], _ values: [String: String]) throws(Fault) -> Command {
        guard inputs.count == 1 else { throw Fault(message: "expected one interface, found \(inputs.count)") }
        guard let output = values["--output"] else { throw Fault(message: "'--output' is missing") }
        let accessWord = values["--access"] ?? Access.public.rawValue
        guard let access = Access(rawValue: accessWord) else {
            let known = Access.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(message: "there is no access '\(accessWord)'; it can be \(known)")
        }
        for option in ["--import", "--prefix"] {
            guard let name = values[option], !isIdentifier(name) else { continue }
            throw Fault(message: "'\(name)' can't be a name in Swift ('\(option)')")
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
