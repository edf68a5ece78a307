import Testing
import VarlinkIDL

@testable import VarlinkCodegen

@Suite("Notes in comments", .timeLimit(.minutes(2)))
struct NoteTests {
    /// Returns the errors of an interface with a text after its first line.
    private func errors(_ text: String) throws -> [String] {
        let file = try InterfaceFile(path: "org.example.a.varlink", text: "interface org.example.a\n" + text)
        return file.validationDiagnostics().map(\.description)
    }

    @Test("rejects a note that is not alone on its line, and writes nothing")
    func sharedLine() throws {
        try TestFolder.withTemporary { folder in
            let input = "\(folder)/org.example.a.varlink"
            let output = "\(folder)/A.swift"
            let method = "# Removes a note. [Requires role 'administer']\nmethod Remove() -> ()\n"
            try TextFile.write("interface org.example.a\n\n" + method, to: input)
            let outcome = VarlinkCodegen.run(["--output", output, input])
            #expect(outcome.status == 65)
            #expect(
                outcome.errors == """
                    \(input):3:19: error: the note [Requires role 'administer'] has no effect here; write \
                    '# [Requires role 'administer']' on a separate line of the comment above a method

                    """)
            #expect(throws: TextFile.Failure.self) { try TextFile.read(output) }
            #expect(VarlinkCodegen.run(["--check", input]).status == 65)
        }
    }

    @Test(
        "rejects a note that is not above a method",
        arguments: [
            ("# [Requires role 'read']\ntype T (a: int)\nmethod M() -> ()", "2:3"),
            ("# [Requires 'more' flag]\nerror E ()\nmethod M() -> ()", "2:3"),
            ("method M(\n  # [Requires role 'read']\n  a: int\n) -> ()", "3:5"),
            ("method M() -> () # [Requires role 'read']", "2:20"),
            ("method M() -> ()\n# [Requires role 'read']", "3:3"),
            ("# [Requires role 'read']\n\nmethod M() -> ()", "2:3"),
            ("method # [Requires role 'read']\nM() -> ()", "2:10"),
            ("#  [Requires role 'read']\nmethod M() -> ()", "2:4"),
            ("# é [Requires role 'read']\nmethod M() -> ()", "2:6"),
            ("# [Requires role 'read'].\nmethod M() -> ()", "2:3"),
            ("# [Requires role 'read'] [x]\nmethod M() -> ()", "2:3"),
        ])
    func misplaced(text: String, position: String) throws {
        let found = try errors(text)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("org.example.a.varlink:\(position): error: the note [") == true, "\(found)")
    }

    @Test("rejects a note above the interface")
    func aboveInterface() throws {
        let text = "# [Requires role 'read']\ninterface org.example.a\nmethod M() -> ()\n"
        let found = try InterfaceFile(path: "org.example.a.varlink", text: text).validationDiagnostics().map(
            \.position.description)
        #expect(found == ["1:3"])
    }

    @Test(
        "rejects an unknown or misspelled note",
        arguments: [
            ("[Requires role 'king']", "unknown role 'king'; expected 'read', 'operate', 'administer'"),
            ("[Requires role 'Administer']", "unknown role 'Administer' (did you mean 'administer'?)"),
            (
                "[Requires role administer]",
                "unknown note [Requires role administer] (did you mean [Requires role 'administer']?)"
            ),
            ("[requires role 'read']", "unknown note [requires role 'read'] (did you mean [Requires role 'read']?)"),
            ("[Requres role 'read']", "unknown note [Requres role 'read'] (did you mean [Requires role 'read']?)"),
            ("[Require role 'read']", "unknown note [Require role 'read'] (did you mean [Requires role 'read']?)"),
            (
                "[ Requires role 'read' ]",
                "unknown note [ Requires role 'read' ] (did you mean [Requires role 'read']?)"
            ),
            ("[Requires role 'read'", "unknown note [Requires role 'read' (did you mean [Requires role 'read']?)"),
            ("[Requires 'mroe' flag]", "unknown note [Requires 'mroe' flag] (did you mean [Requires 'more' flag]?)"),
            ("[Support 'more' flag]", "unknown note [Support 'more' flag] (did you mean [Supports 'more' flag]?)"),
            ("[Supports more flag]", "unknown note [Supports more flag] (did you mean [Supports 'more' flag]?)"),
            (
                "[Requires patience]",
                "unknown note [Requires patience]; expected [Exit status 'EX_…'], [Positional], [Requires 'more' flag], [Requires 'upgrade' flag], "
                    + "[Requires role 'administer'], [Requires role 'operate'], [Requires role 'read'], "
                    + "[Supports 'more' flag], [Supports 'upgrade' flag]"
            ),
        ])
    func unknown(note: String, message: String) throws {
        #expect(try errors("# \(note)\nmethod M() -> ()") == ["org.example.a.varlink:2:3: error: \(message)"])
    }

    @Test(
        "rejects a misspelled or misplaced exit status",
        arguments: [
            ("# [Exit status 'EX_IOER']\nerror E ()", "unknown exit status 'EX_IOER' (did you mean 'EX_IOERR'?)"),
            (
                "# [exit status EX_IOERR]\nerror E ()",
                "unknown note [exit status EX_IOERR] (did you mean [Exit status 'EX_IOERR']?)"
            ),
            (
                "# [Exit status 'EX_IOERR']\nmethod N() -> ()",
                "the note [Exit status 'EX_IOERR'] has no effect here; write '# [Exit status 'EX_IOERR']' on a separate line "
                    + "of the comment above an error"
            ),
        ])
    func exitStatus(text: String, message: String) throws {
        #expect(try errors(text + "\nmethod M() -> ()") == ["org.example.a.varlink:2:3: error: \(message)"])
    }

    @Test(
        "rejects a misspelled or misplaced [Positional]",
        arguments: [
            (
                "method M(\n  # [Postional]\n  a: ?int\n) -> ()", "3:5",
                "unknown note [Postional] (did you mean [Positional]?)"
            ),
            (
                "method M(\n  # [positional]\n  a: ?int\n) -> ()", "3:5",
                "unknown note [positional] (did you mean [Positional]?)"
            ),
            (
                "method M(\n  # The path. [Positional]\n  a: ?int\n) -> ()", "3:15",
                "the note [Positional] has no effect here; write '# [Positional]' on a separate line of the comment above "
                    + "an optional parameter"
            ),
            (
                "method M(\n  # [Positional]\n  a: int\n) -> ()", "3:5",
                "the note [Positional] has no effect here; write '# [Positional]' on a separate line of the comment above "
                    + "an optional parameter"
            ),
            (
                "# [Positional]\nmethod M(a: ?int) -> ()", "2:3",
                "the note [Positional] has no effect here; write '# [Positional]' on a separate line of the comment above "
                    + "an optional parameter"
            ),
            (
                "method M() -> (\n  # [Positional]\n  a: ?int\n)", "3:5",
                "the note [Positional] has no effect here; write '# [Positional]' on a separate line of the comment above "
                    + "an optional parameter"
            ),
            (
                "method M(\n  # [Positional]\n  # [Positional]\n  a: ?int\n) -> ()", "4:5",
                "parameter a: duplicate note about the position (first at 3:5); remove one of them"
            ),
        ])
    func positional(text: String, position: String, message: String) throws {
        #expect(try errors(text) == ["org.example.a.varlink:\(position): error: \(message)"])
    }

    @Test("rejects a duplicate note about a subject")
    func duplicate() throws {
        let roles = "# [Requires role 'read']\n# [Requires role 'administer']\nmethod M() -> ()"
        #expect(
            try errors(roles) == [
                "org.example.a.varlink:3:3: error: method M: duplicate note about the role (first at 2:3); "
                    + "remove one of them"
            ])
        #expect(try errors("# [Supports 'more' flag]\n# [Requires 'more' flag]\nmethod M() -> ()").count == 1)
    }

    @Test(
        "accepts notes above methods and errors, and ordinary brackets",
        arguments: [
            "# Lists.\n# [Requires role 'read']\n# [Requires 'more' flag]\n# More.\nmethod M() -> ()",
            "#[Requires role 'administer'] \nmethod M() -> ()",
            "# [Supports 'upgrade' flag]\nmethod M() -> ()\n# [Supports 'upgrade' flag]\nmethod N() -> ()",
            "# A list [required], a map [string], [reports 'x'], [1], [, [].\nmethod M() -> ()",
            "# [Supported since version 3]\nmethod M() -> ()",
            "method M(\n  # A path.\n  # [Positional]\n  a: ?int,\n  # [Positional]\n  b: ?T\n) -> ()\ntype T (\n# [Positional]\na: ?int)",
            "method M(\n  # The format is [position], such as [positions] of a list.\n  a: ?int\n) -> ()",
            "# Full.\n# [Exit status 'EX_IOERR']\nerror E ()\n# [exit 3]\nmethod M() -> ()",
        ])
    func accepted(text: String) throws {
        #expect(try errors(text).isEmpty)
    }
}
