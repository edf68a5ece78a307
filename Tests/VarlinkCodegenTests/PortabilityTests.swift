import Testing
import VarlinkIDL

@Suite("The portable subset", .timeLimit(.minutes(2)))
struct PortabilityTests {
    @Test("accepts a portable description")
    func portable() throws {
        let parsed = try ParsedInterface(
            """
            # Items.
            #
            # Empty lines between other lines.
            interface org.example.items

            # One item.
            type Item (
              # Its name.
              name: string,
              kind: (plain, very_starred),
              tags: ?[]string, # fine here
              # before a field
              map: ?[string](inner: object),
              interface: bool
            )

            #
            # [Supports 'more' flag]
            method Run() -> ()

            error Broken ()
            # the end
            """)
        #expect(parsed.portabilityWarnings() == [])
    }

    @Test(
        "reports constructs outside of the subset",
        arguments: [
            ("interface a.B\nmethod M() -> ()", "1:11", PortabilityWarning.Kind.uppercaseInterfaceName("a.B")),
            ("interface a.b-c\nmethod M() -> ()", "1:11", .hyphenInInterfaceName("a.b-c")),
            (
                "interface a.\(String(repeating: "b", count: 255))\nmethod M() -> ()", "1:11",
                .longInterfaceName(length: 257)
            ),
            ("interface a.b", "1:11", .noMethods),
            ("interface a.b\nerror E ()", "1:11", .noMethods),
            ("interface a.b\nmethod M() -> ()\nerror E (Name: int)", "3:10", .uppercaseName("Name")),
            ("interface a.b\nmethod M() -> ()\ntype E (a, B)", "3:12", .uppercaseName("B")),
            ("interface a.b\nmethod M() -> ()\nerror E (a_b: int)", "3:10", .underscoreInField("a_b")),
            ("interface a.b\nmethod M() -> ()\nerror E (a: ?any)", "3:14", .anyType),
            ("interface a.b\nmethod M() -> ()\nerror E (a: [][]int)", "3:15", .nestedContainer),
            ("interface a.b\nmethod M() -> ()\nerror E (a: [string]?int)", "3:21", .nestedContainer),
            ("interface a.b\nmethod M() -> ()\nerror E (a: [string]())", "3:21", .emptyStructure),
            ("interface a.b\nmethod M() -> ()\ntype E ()", "3:6", .emptyStructure),
            ("interface a.b\nmethod M() -> ()\ntype E (one)", "3:6", .singleValue),
            ("interface a.b\nmethod M() -> # c\n()", "2:15", .layout(.misplacedComment)),
            ("interface a.b\nmethod M() -> ()\nerror E (a: int # c\n)", "3:17", .layout(.misplacedComment)),
            ("interface a.b\nmethod M() -> ()\nerror # c\nE ()", "3:7", .layout(.misplacedComment)),
            ("interface a.b\nmethod M() -> ()\nerror E (a: ? int)", "3:15", .layout(.spaceInType)),
            ("interface a.b\r\nmethod M() -> ()\r\nerror E ()\r\n", "1:14", .layout(.lineBreakNotLineFeed)),
            ("interface a.b\nmethod M() -> ()\nerror E\u{A0}()", "3:8", .layout(.unusualWhiteSpace)),
            ("# c\n#\ninterface a.b\nmethod M() -> ()", "3:11", .emptyLastComment),
            ("interface a.b\n#\nmethod M() -> ()", "3:8", .emptyLastComment),
            ("interface a.b\nmethod M(\n# c\n#\na: int) -> ()", "5:1", .emptyLastComment),
            ("interface a.b\nmethod M() -> (a: (\n#\nb, c))", "4:1", .emptyLastComment),
        ])
    func outside(text: String, position: String, kind: PortabilityWarning.Kind) throws {
        let parsed = try ParsedInterface(text)
        #expect(parsed.diagnostics().isEmpty)
        let warnings = parsed.portabilityWarnings()
        #expect(warnings.map(\.kind) == [kind])
        let warning = try #require(warnings.first)
        #expect(warning.position?.description == position)
        #expect(warning.description == "\(position): \(warning.subject): \(warning.message)")
        #expect(!warning.message.isEmpty)
    }

    @Test("reports warnings about a description that was not parsed")
    func tree() {
        let empty = InterfaceDescription.TypeDeclaration(name: "E", definition: .structure([]))
        let interface = InterfaceDescription(name: "a.b", members: [.type(empty)])
        #expect(interface.portabilityWarnings().map(\.kind) == [.noMethods, .emptyStructure])
        #expect(interface.portabilityWarnings().allSatisfy { $0.position == nil })
    }

    @Test("reports the same constructs after formatting", arguments: TestFolder.constructs)
    func formatting(construct: String) throws {
        let interface = try InterfaceDescription(parsing: TestFolder.text(of: construct))
        let formatted = try ParsedInterface(interface.formatted()).portabilityWarnings().map(\.kind)
        #expect(Set(formatted) == Set(interface.portabilityWarnings().map(\.kind)))
    }
}
