import Glibc

/// The program that the build tool runs for each interface.
@main
struct VarlinkCodegen {
    /// The output and the exit status of the program.
    struct Outcome: Equatable {
        /// An exit status of sysexits(3).
        var status: Int32
        var output = ""
        var errors = ""
    }

    static func main() {
        let outcome = run(Array(CommandLine.arguments.dropFirst()))
        TextFile.print(outcome.output, to: STDOUT_FILENO)
        TextFile.print(outcome.errors, to: STDERR_FILENO)
        exit(outcome.status)
    }

    /// Runs the program.
    ///
    /// - Parameter words: The arguments, without the name of the program.
    /// - Returns: The exit status `EX_OK`, or `EX_USAGE` for a usage error, `EX_NOINPUT` and `EX_CANTCREAT` for a file that
    ///   can't be read or written, and `EX_DATAERR` for an invalid interface or text. A failure writes no file.
    static func run(_ words: [String]) -> Outcome {
        do {
            switch try Arguments.command(words) {
            case .help:
                return Outcome(status: EX_OK, output: Arguments.usage + "\n")
            case .generate(let input, let output, let options):
                return generate(input, output, options)
            case .check(let inputs):
                return inputs.map(check).reduce(into: Outcome(status: EX_OK)) { all, one in
                    all.errors += one.errors
                    if all.status == EX_OK { all.status = one.status }
                }
            case .compare(let released, let current):
                return compare(released, current)
            }
        } catch {
            return Outcome(status: EX_USAGE, errors: "error: \(error.message)\n\n\(Arguments.usage)\n")
        }
    }

    private static func generate(_ input: String, _ output: String, _ options: Generator.Options) -> Outcome {
        withInterface(at: input) { file throws(InvalidInput) in
            write(try file.source(options), to: output)
        }
    }

    private static func write(_ source: String, to path: String) -> Outcome {
        // A file that is written again has a new time, so the build would compile it and everything that depends on it.
        if let old = try? TextFile.read(path), old.utf8.elementsEqual(source.utf8) { return Outcome(status: EX_OK) }
        do {
            try TextFile.write(source, to: path)
            return Outcome(status: EX_OK)
        } catch {
            return Outcome(status: EX_CANTCREAT, errors: "\(path): error: cannot write the file: \(error.reason)\n")
        }
    }

    private static func check(_ input: String) -> Outcome {
        withInterface(at: input) { file in
            let diagnostics = (file.validationDiagnostics() + file.portabilityDiagnostics()).sorted {
                $0.position < $1.position
            }
            let isInvalid = diagnostics.contains { $0.severity == .error }
            return Outcome(
                status: isInvalid ? EX_DATAERR : EX_OK, errors: diagnostics.map { "\($0)\n" }.joined())
        }
    }

    private static func compare(_ released: String, _ current: String) -> Outcome {
        withInterface(at: released) { old in
            withInterface(at: current) { new in
                let diagnostics = new.diagnostics(since: old)
                return Outcome(
                    status: diagnostics.isEmpty ? EX_OK : EX_DATAERR, errors: diagnostics.map { "\($0)\n" }.joined())
            }
        }
    }

    private static func withInterface(
        at path: String, _ body: (InterfaceFile) throws(InvalidInput) -> Outcome
    ) -> Outcome {
        let text: String
        do {
            text = try TextFile.read(path)
        } catch {
            return Outcome(
                status: error.isContent ? EX_DATAERR : EX_NOINPUT,
                errors: "\(path): error: cannot read the file: \(error.reason)\n")
        }
        do {
            return try body(try InterfaceFile(path: path, text: text))
        } catch {
            return Outcome(status: EX_DATAERR, errors: error.diagnostics.map { "\($0)\n" }.joined())
        }
    }
}
