import Testing
import VarlinkIDL

@Suite("Validation of a description", .timeLimit(.minutes(2)))
struct CheckerTests {
    private func diagnostics(_ text: String) throws -> [String] {
        try ParsedInterface(text).diagnostics().map(\.description)
    }

    @Test("reports all violations in the order of the text")
    func order() throws {
        let found = try diagnostics(
            """
            interface nodots

            type item (a: int)

            type Pair (
              a: Strng,
              a: int,
              _b: ??int
            )

            type Pair (left, left)

            method Run(item: Missing, other: Run) -> (bad__name: [](x: Pairs))

            error Run (what: ?[]Run)
            """)
        #expect(
            found == [
                "1:11: the interface: invalid interface name 'nodots'; use a reverse-domain name of letters, digits and "
                    + "inner hyphens, such as 'org.example.Items'",
                "3:6: type item: invalid name 'item'; the name of a type, a method or an error is an uppercase letter, "
                    + "followed by letters and digits",
                "6:6: type Pair, field a: unknown type 'Strng' (did you mean 'string'?)",
                "7:3: type Pair, field a: duplicate name 'a' (first at 6:3); names in a list must be unique",
                "8:3: type Pair, field _b: invalid name '_b'; the name of a field or a value is a letter, followed by "
                    + "letters, digits and single inner underscores",
                "8:8: type Pair, field _b: nested nullable type; remove one '?'",
                "11:6: type Pair: duplicate name 'Pair' (first at 5:6); types, methods and errors share one namespace",
                "11:18: type Pair, value left: duplicate name 'left' (first at 11:12); names in a list must be unique",
                "13:18: method Run, parameter item: unknown type 'Missing'",
                "13:34: method Run, parameter other: expected a type, got method Run",
                "13:43: method Run, reply field bad__name: invalid name 'bad__name'; the name of a field or a value is a "
                    + "letter, followed by letters, digits and single inner underscores",
                "13:60: method Run, reply field bad__name, field x: unknown type 'Pairs' (did you mean 'Pair'?)",
                "15:7: error Run: duplicate name 'Run' (first at 13:8); types, methods and errors share one namespace",
                "15:21: error Run, parameter what: expected a type, got method Run",
            ])
    }

    @Test("reports violations without positions for a description that was not parsed")
    func tree() {
        let interface = InterfaceDescription(
            name: "a.b",
            members: [
                .type(.init(name: "Empty", definition: .enumeration([]))),
                .type(
                    .init(
                        name: "Twice",
                        definition: .structure([
                            .init(name: "a", type: .nullable(.nullable(.int))), .init(name: "a", type: .named("int")),
                        ]))),
            ])
        let diagnostics = interface.diagnostics()
        #expect(
            diagnostics.map(\.kind) == [
                .emptyEnumeration, .duplicateField("a", first: nil), .nestedNullable,
                .unknownType("int", suggestion: "int"),
            ])
        #expect(diagnostics.allSatisfy { $0.position == nil })
        #expect(diagnostics[0].path == NodePath([.member(0)]))
        #expect(
            diagnostics[0].description
                == "type Empty: empty enumeration; add a value, because '()' is an empty structure")
    }

    @Test(
        "reports a structure that contains itself, with the cycle",
        arguments: [
            ("type A (a: A)", ["A", "A"]),
            ("type A (b: B)\ntype B (x: (y: (c: C)))\ntype C (z: int, a: A)", ["A", "B", "C", "A"]),
            ("type A (b: B)\ntype B (b: B)", ["B", "B"]),
        ])
    func infiniteTypes(members: String, cycle: [String]) throws {
        let diagnostics = try InterfaceDescription(parsing: "interface a.b\n\(members)").diagnostics()
        #expect(diagnostics.map(\.kind) == [.infiniteType(cycle: cycle)])
        #expect(try #require(diagnostics.first).message.contains(cycle.joined(separator: " → ")))
    }

    @Test("reports each cycle")
    func twoCycles() throws {
        let interface = try InterfaceDescription(
            parsing: "interface a.b\ntype A (b: B)\ntype B (a: A, c: C)\ntype C (d: D)\ntype D (c: C)")
        #expect(
            interface.diagnostics().map(\.kind) == [
                .infiniteType(cycle: ["A", "B", "A"]), .infiniteType(cycle: ["C", "D", "C"]),
            ])
    }

    @Test("accepts recursion through '?', '[]' and '[string]'")
    func finiteRecursion() throws {
        let interface = try InterfaceDescription(
            parsing: "interface a.b\ntype A (a: ?A, b: []A, c: [string]B, d: (e: ?A))\ntype B (a: A)")
        #expect(interface.diagnostics().isEmpty)
    }

    @Test(
        "accepts valid names of interfaces",
        arguments: ["a.b", "io.trellis.Items", "x--1.0.a-b", "org.varlink.service"])
    func interfaceNames(name: String) {
        #expect(InterfaceName.isInterface(name))
    }

    @Test(
        "rejects invalid names of interfaces",
        arguments: ["", "a", "a.", ".a", "a..b", "-a.b", "a-.b", "a.-b", "1.b", "a.b_c"])
    func invalidInterfaceNames(name: String) {
        #expect(!InterfaceName.isInterface(name))
    }

    @Test(
        "accepts valid and rejects invalid names of members and fields",
        arguments: [
            ("Item", true, true), ("X509", true, true), ("item", false, true), ("a_b", false, true),
            ("A_B", false, true), ("", false, false), ("_a", false, false), ("a_", false, false),
            ("a__b", false, false), ("1a", false, false), ("a-b", false, false), ("é", false, false),
        ])
    func names(name: String, isMember: Bool, isField: Bool) {
        #expect(InterfaceName.isMember(name) == isMember)
        #expect(InterfaceName.isField(name) == isField)
    }
}
