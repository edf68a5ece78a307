import Glibc
import Testing

@testable import VarlinkCodegen

@Suite("Command line of VarlinkCodegen", .timeLimit(.minutes(2)))
struct CommandLineTests {
    private let valid = "interface org.example.a\n\nmethod M() -> ()\n"

    @Test("writes the source file and prints nothing")
    func generates() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.a.varlink"
            let output = "\(folder)/A.swift"
            try TextFile.write(valid, to: input)
            let words = ["--import", "Varlink", "--access", "internal", "--output", output, input]
            #expect(VarlinkCodegen.run(words) == VarlinkCodegen.Outcome(status: 0))
            let options = Generator.Options(importedModule: "Varlink", access: .internal)
            #expect(try TextFile.read(output) == InterfaceFile(path: input, text: valid).source(options))
        }
    }

    @Test("does not write a file again whose content is unchanged")
    func unchanged() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.a.varlink"
            let output = "\(folder)/A.swift"
            func isWritten() throws -> Bool {
                let past = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
                try #require(utimes(output, past) == 0)
                #expect(VarlinkCodegen.run(["--output", output, input]).status == EX_OK)
                var status = stat()
                try #require(stat(output, &status) == 0)
                return status.st_mtim.tv_sec != 1
            }
            try TextFile.write(valid, to: input)
            #expect(VarlinkCodegen.run(["--output", output, input]).status == EX_OK)
            #expect(try !isWritten())
            try TextFile.write(valid + "\nmethod N() -> ()\n", to: input)
            #expect(try isWritten())
            #expect(try TextFile.read(output).contains("func n("))
        }
    }

    @Test("prints all diagnostics in the form of a compiler, and writes no file")
    func diagnostics() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.b.varlink"
            let output = "\(folder)/A.swift"
            try TextFile.write("interface org.example.a\n\nmethod M(a: Strin) -> ()\nerror M ()\n", to: input)
            let outcome = VarlinkCodegen.run(["--output", output, input])
            #expect(outcome.status == EX_DATAERR)
            #expect(outcome.status == 65)
            #expect(
                outcome.errors == """
                    \(input):3:13: error: method M, parameter a: unknown type 'Strin' (did you mean 'string'?)
                    \(input):4:7: error: error M: duplicate name 'M' (first at 3:8); types, methods and errors share one \
                    namespace
                    \(input):1:11: error: wrong file name for the interface 'org.example.a'; rename the file to \
                    'org.example.a.varlink'

                    """)
            #expect(throws: TextFile.Failure.self) { try TextFile.read(output) }
        }
    }

    @Test("prints a syntax error with its position")
    func syntaxError() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.a.varlink"
            try TextFile.write("interface org.example.a\nmethod M() => ()\n", to: input)
            let outcome = VarlinkCodegen.run(["--output", "\(folder)/A.swift", input])
            #expect(outcome.status == EX_DATAERR)
            #expect(
                outcome.errors
                    == "\(input):2:12: error: unexpected character '=' (U+003D) outside of a comment\n")
        }
    }

    @Test("returns separate exit statuses for files that cannot be read and files that cannot be written")
    func files() throws {
        try TestFolder.withTemporary { folder in
            let missing = "\(folder)/org.example.a.varlink"
            let unread = VarlinkCodegen.run(["--output", "\(folder)/A.swift", missing])
            #expect(unread.status == EX_NOINPUT)
            #expect(unread.errors == "\(missing): error: cannot read the file: No such file or directory\n")

            try TextFile.write(valid, to: missing)
            let unwritten = VarlinkCodegen.run(["--output", "\(folder)/none/A.swift", missing])
            #expect(unwritten.status == EX_CANTCREAT)
            #expect(
                unwritten.errors == "\(folder)/none/A.swift: error: cannot write the file: No such file or directory\n")
        }
    }

    @Test("rejects a text that is not UTF-8")
    func encoding() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.a.varlink"
            let file = try #require(fopen(input, "wb"))
            fputs("interface org.example.a\n# ", file)
            fputc(0xFF, file)
            fclose(file)
            let outcome = VarlinkCodegen.run(["--output", "\(folder)/A.swift", input])
            #expect(outcome.status == EX_DATAERR)
            #expect(outcome.errors == "\(input): error: cannot read the file: not UTF-8\n")
        }
    }

    @Test(
        "rejects an invalid command line with a message and the usage",
        arguments: [
            ([], "expected one interface, got 0"),
            (["a", "b"], "expected one interface, got 2"),
            (["a"], "missing option '--output'"),
            (["--output"], "missing value for '--output'"),
            (["--output", "x", "--output", "y", "a"], "duplicate option '--output'"),
            (["--out", "x", "a"], "unknown option '--out'"),
            (
                ["--output", "x", "--access", "open", "a"],
                "invalid value for --access: expected public, package or internal, got 'open'"
            ),
            (
                ["--output", "x", "--import", "My Module", "a"],
                "invalid value for --import: expected a Swift identifier, got 'My Module'"
            ),
            (
                ["--output", "x", "--prefix", "1st", "a"],
                "invalid value for --prefix: expected a Swift identifier, got '1st'"
            ),
            (["--check"], "expected an interface"),
            (["--check", "--output", "x", "a"], "'--output' cannot be combined with '--check'"),
        ])
    func invalidCommandLines(words: [String], message: String) {
        let outcome = VarlinkCodegen.run(words)
        #expect(outcome.status == EX_USAGE)
        #expect(outcome.errors == "error: \(message)\n\n\(Arguments.usage)\n")
        #expect(outcome.output.isEmpty)
    }

    @Test("prints the usage on request")
    func help() {
        #expect(VarlinkCodegen.run(["--help"]) == .init(status: 0, output: Arguments.usage + "\n"))
    }

    @Test("checks several files, and fails on constructs that some parser rejects")
    func check() throws {
        try TestFolder.withTemporary { folder in
            let good = "\(folder)/org.example.a.varlink"
            let uppercase = "\(folder)/org.example.B.varlink"
            let bad = "\(folder)/org.example.c.varlink"
            try TextFile.write(valid, to: good)
            try TextFile.write("interface org.example.B\n\nmethod M() -> ()\n", to: uppercase)
            try TextFile.write("interface org.example.c\n\nmethod M() -> (a: any,\n  b: [][]int)\n", to: bad)
            #expect(VarlinkCodegen.run(["--check", good]) == .init(status: 0))
            let outcome = VarlinkCodegen.run(["--check", bad, good, uppercase, "\(folder)/missing"])
            #expect(outcome.status == EX_DATAERR)
            #expect(
                outcome.errors == """
                    \(bad):3:19: error: method M, reply field a: only systemd 260 and later support 'any'; use \
                    'object' or a declared type
                    \(bad):4:8: error: method M, reply field b: systemd 257 rejects '?', '[]' and '[string]' after '[]' \
                    or '[string]'; declare a type that contains the inner one
                    \(uppercase):1:11: warning: the interface: varlink-go 0.4 rejects 'org.example.B'; use lowercase \
                    letters
                    \(folder)/missing: error: cannot read the file: No such file or directory

                    """)
            #expect(VarlinkCodegen.run(["--check", uppercase]).status == 0)
        }
    }

    @Test("fails on changes that break the clients of a released interface")
    func compares() throws {
        try TestFolder.withTemporary { folder in
            let released = "\(folder)/released/org.example.a.varlink"
            let current = "\(folder)/org.example.a.varlink"
            mkdir("\(folder)/released", 0o755)
            try TextFile.write(valid, to: released)
            try TextFile.write(valid + "method N() -> ()\n", to: current)
            #expect(VarlinkCodegen.run(["--compare", released, current]) == VarlinkCodegen.Outcome(status: 0))
            let outcome = VarlinkCodegen.run(["--compare", current, released])
            #expect(outcome.status == EX_DATAERR)
            #expect(outcome.errors == "\(released):1:1: error: method N: removed\n")
            #expect(VarlinkCodegen.run(["--compare", current]).status == EX_USAGE)
            #expect(VarlinkCodegen.run(["--compare", "--check", current, current]).status == EX_USAGE)
            #expect(VarlinkCodegen.run(["--compare", "\(folder)/none.varlink", current]).status == EX_NOINPUT)
        }
    }
}
