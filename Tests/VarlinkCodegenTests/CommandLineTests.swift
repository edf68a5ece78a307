import Glibc
import Testing

@testable import VarlinkCodegen

@Suite("The program")
struct CommandLineTests {
    private let valid = "interface org.example.a\n\nmethod M() -> ()\n"

    @Test("writes the source and says nothing")
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

    @Test("prints faults as a compiler does, all at once, and writes nothing")
    func faults() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.b.varlink"
            let output = "\(folder)/A.swift"
            try TextFile.write("interface org.example.a\n\nmethod M(a: Strin) -> ()\nerror M ()\n", to: input)
            let outcome = VarlinkCodegen.run(["--output", output, input])
            #expect(outcome.status == EX_DATAERR)
            #expect(outcome.status == 65)
            #expect(
                outcome.errors == """
                    \(input):3:13: error: method M, parameter a: there is no type 'Strin' in this interface; did you mean \
                    'string'?
                    \(input):4:7: error: error M: the name 'M' is taken at 3:8; types, methods and errors share one \
                    namespace
                    \(input):1:11: error: the file declares the interface 'org.example.a': name it \
                    'org.example.a.varlink'

                    """)
            #expect(throws: TextFile.Fault.self) { try TextFile.read(output) }
        }
    }

    @Test("prints a syntax error at its place")
    func syntaxError() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.a.varlink"
            try TextFile.write("interface org.example.a\nmethod M() => ()\n", to: input)
            let outcome = VarlinkCodegen.run(["--output", "\(folder)/A.swift", input])
            #expect(outcome.status == EX_DATAERR)
            #expect(
                outcome.errors
                    == "\(input):2:12: error: the character '=' (U+003D) can stand only in a comment\n")
        }
    }

    @Test("files that can't be read or written have an exit status of their own")
    func files() throws {
        try TestFolder.withTemporary { folder in
            let missing = "\(folder)/org.example.a.varlink"
            let unread = VarlinkCodegen.run(["--output", "\(folder)/A.swift", missing])
            #expect(unread.status == EX_NOINPUT)
            #expect(unread.errors == "\(missing): error: can't be read: No such file or directory\n")

            try TextFile.write(valid, to: missing)
            let unwritten = VarlinkCodegen.run(["--output", "\(folder)/none/A.swift", missing])
            #expect(unwritten.status == EX_CANTCREAT)
            #expect(unwritten.errors == "\(folder)/none/A.swift: error: can't be written: No such file or directory\n")
        }
    }

    @Test("a text that is not UTF-8 is refused")
    func encoding() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.a.varlink"
            let file = try #require(fopen(input, "wb"))
            fputs("interface org.example.a\n# ", file)
            fputc(0xFF, file)
            fclose(file)
            let outcome = VarlinkCodegen.run(["--output", "\(folder)/A.swift", input])
            #expect(outcome.status == EX_NOINPUT)
            #expect(outcome.errors == "\(input): error: can't be read: the file is not UTF-8\n")
        }
    }

    @Test(
        "a wrong command line is answered with what is wrong and with the usage",
        arguments: [
            ([], "expected one interface, found 0"),
            (["a", "b"], "expected one interface, found 2"),
            (["a"], "'--output' is missing"),
            (["--output"], "'--output' needs a value"),
            (["--output", "x", "--output", "y", "a"], "'--output' stands twice"),
            (["--out", "x", "a"], "there is no option '--out'"),
            (
                ["--output", "x", "--access", "open", "a"],
                "there is no access 'open'; it can be public, package, internal"
            ),
            (["--output", "x", "--import", "My Module", "a"], "'My Module' can't be a name in Swift ('--import')"),
            (["--output", "x", "--prefix", "1st", "a"], "'1st' can't be a name in Swift ('--prefix')"),
            (["--check"], "expected an interface"),
            (["--check", "--output", "x", "a"], "'--output' can't stand with '--check'"),
        ])
    func wrongCommandLines(words: [String], message: String) {
        let outcome = VarlinkCodegen.run(words)
        #expect(outcome.status == EX_USAGE)
        #expect(outcome.errors == "error: \(message)\n\n\(Arguments.usage)\n")
        #expect(outcome.output.isEmpty)
    }

    @Test("prints the usage")
    func help() {
        #expect(VarlinkCodegen.run(["--help"]) == .init(status: 0, output: Arguments.usage + "\n"))
    }

    @Test("checks several files, and fails on what some parser refuses")
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
                    \(bad):3:19: error: method M, field of the reply a: only systemd 260 and later know 'any'; use \
                    'object' or a type of your own
                    \(bad):4:8: error: method M, field of the reply b: systemd 257 refuses '?', '[]' and '[string]' \
                    behind '[]' or '[string]'; put the inner one into a type with a name
                    \(uppercase):1:11: warning: the interface: varlink-go 0.4 refuses 'org.example.B'; write the name \
                    in lowercase letters
                    \(folder)/missing: error: can't be read: No such file or directory

                    """)
            #expect(VarlinkCodegen.run(["--check", uppercase]).status == 0)
        }
    }

    @Test("fails on what breaks the clients of a released interface, and says where")
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
            #expect(outcome.errors == "\(released):1:1: error: method N: it is gone\n")
            #expect(VarlinkCodegen.run(["--compare", current]).status == EX_USAGE)
            #expect(VarlinkCodegen.run(["--compare", "--check", current, current]).status == EX_USAGE)
            #expect(VarlinkCodegen.run(["--compare", "\(folder)/none.varlink", current]).status == EX_NOINPUT)
        }
    }
}
