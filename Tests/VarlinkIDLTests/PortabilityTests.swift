import Testing
import VarlinkIDL

@Suite("The portable subset")
struct PortabilityTests {
    @Test("a description in the subset has no warnings")
    func portable() throws {
        let parsed = try ParsedInterface(
            """
            # Items.
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

            method Run() -> ()

            error Broken ()
            # the end
            """)
        #expect(parsed.portabilityWarnings() == [])
    }

    @Test(
        "everything outside of the subset is named",
        arguments: [
            ("interface a.B\nerror E ()", "1:11", PortabilityWarning.Kind.uppercaseInterfaceName("a.B")),
            ("interface a.b-c\nerror E ()", "1:11", .hyphenInInterfaceName("a.b-c")),
            (
                "interface a.\(String(repeating: "b", count: 255))\nerror E ()", "1:11",
                .longInterfaceName(length: 257)
            ),
            ("interface a.b", "1:11", .noMembers),
            ("interface a.b\nerror E (Name: int)", "2:10", .uppercaseName("Name")),
            ("interface a.b\ntype E (a, B)", "2:12", .uppercaseName("B")),
            ("interface a.b\nerror E (a_b: int)", "2:10", .underscoreInField("a_b")),
            ("interface a.b\nerror E (a: ?any)", "2:14", .anyType),
            ("interface a.b\nerror E (a: [][]int)", "2:15", .nestedContainer),
            ("interface a.b\nerror E (a: [string]?int)", "2:21", .nestedContainer),
            ("interface a.b\nerror E (a: [string]())", "2:21", .emptyStructure),
            ("interface a.b\ntype E ()", "2:6", .emptyStructure),
            ("interface a.b\ntype E (one)", "2:6", .singleValue),
            ("interface a.b\nmethod M() -> # c\n()", "2:15", .misplacedComment),
            ("interface a.b\nerror E (a: int # c\n)", "2:17", .misplacedComment),
            ("interface a.b\nerror # c\nE ()", "2:7", .misplacedComment),
            ("interface a.b\nerror E (a: ? int)", "2:15", .spaceInType),
            ("interface a.b\r\nerror E ()\r\n", "1:14", .lineBreakNotLineFeed),
            ("interface a.b\nerror E\u{A0}()", "2:8", .unusualWhiteSpace),
        ])
    func outside(text: String, position: String, kind: PortabilityWarning.Kind) throws {
        let parsed = try ParsedInterface(text)
        #expect(parsed.faults().isEmpty)
        let warnings = parsed.portabilityWarnings()
        #expect(warnings.map(\.kind) == [kind])
        let warning = try #require(warnings.first)
        #expect(warning.position?.description == position)
        #expect(warning.description == "\(position): \(warning.subject): \(warning.message)")
        #expect(!warning.message.isEmpty)
    }

    @Test("a tree has the warnings that are not about its text")
    func treeByHand() {
        let empty = InterfaceDescription.TypeDeclaration(name: "E", definition: .structure([]))
        let interface = InterfaceDescription(name: "a.b", members: [.type(empty)])
        #expect(interface.portabilityWarnings().map(\.kind) == [.emptyStructure])
        #expect(interface.portabilityWarnings().map(\.position) == [nil])
    }
}
