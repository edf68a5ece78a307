import Testing
import VarlinkIDL

@Suite("Checking a description")
struct CheckerTests {
    private func faults(_ text: String) throws -> [String] {
        try ParsedInterface(text).faults().map(\.description)
    }

    @Test("all faults at once, in the order of the text")
    func allAtOnce() throws {
        let found = try faults(
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
                "1:11: the interface: 'nodots' can't name an interface: write a reverse-domain name such as "
                    + "'org.example.Items', of letters, digits and inner hyphens",
                "3:6: type item: 'item' can't name a type, a method or an error: begin with an uppercase letter, go on "
                    + "with letters and digits",
                "6:6: type Pair, field a: there is no type 'Strng' in this interface; did you mean 'string'?",
                "7:3: type Pair, field a: the name 'a' is taken at 6:3; names in a list must differ",
                "8:3: type Pair, field _b: '_b' can't name a field or a value: begin with a letter, go on with letters, "
                    + "digits and single inner underscores",
                "8:8: type Pair, field _b: a type can't be nullable twice; write one '?'",
                "11:6: type Pair: the name 'Pair' is taken at 5:6; types, methods and errors share one namespace",
                "11:18: type Pair, value left: the name 'left' is taken at 11:12; names in a list must differ",
                "13:18: method Run, parameter item: there is no type 'Missing' in this interface",
                "13:34: method Run, parameter other: expected the name of a type, but the interface declares it as "
                    + "method Run",
                "13:43: method Run, field of the reply bad__name: 'bad__name' can't name a field or a value: begin with "
                    + "a letter, go on with letters, digits and single inner underscores",
                "13:60: method Run, field of the reply bad__name, field x: there is no type 'Pairs' in this interface; "
                    + "did you mean 'Pair'?",
                "15:7: error Run: the name 'Run' is taken at 13:8; types, methods and errors share one namespace",
                "15:21: error Run, parameter what: expected the name of a type, but the interface declares it as "
                    + "method Run",
            ])
    }

    @Test("a tree without a text has the same faults, without places")
    func treeByHand() {
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
        let faults = interface.faults()
        #expect(
            faults.map(\.kind) == [
                .emptyEnumeration, .duplicateField("a", first: nil), .nestedNullable,
                .unknownType("int", suggestion: "int"),
            ])
        #expect(faults.allSatisfy { $0.position == nil })
        #expect(faults[0].path == NodePath([.member(0)]))
        #expect(
            faults[0].description
                == "type Empty: an enumeration needs a value; '()' would be read as an empty structure")
    }

    @Test(
        "a structure that holds itself is named with the way to itself",
        arguments: [
            ("type A (a: A)", ["A", "A"]),
            ("type A (b: B)\ntype B (x: (y: (c: C)))\ntype C (z: int, a: A)", ["A", "B", "C", "A"]),
            ("type A (b: B)\ntype B (b: B)", ["B", "B"]),
        ])
    func infiniteTypes(members: String, cycle: [String]) throws {
        let faults = try InterfaceDescription(parsing: "interface a.b\n\(members)").faults()
        #expect(faults.map(\.kind) == [.infiniteType(cycle: cycle)])
        #expect(try #require(faults.first).message.contains(cycle.joined(separator: " → ")))
    }

    @Test("two circles are two faults")
    func twoCircles() throws {
        let interface = try InterfaceDescription(
            parsing: "interface a.b\ntype A (b: B)\ntype B (a: A, c: C)\ntype C (d: D)\ntype D (c: C)")
        #expect(
            interface.faults().map(\.kind) == [
                .infiniteType(cycle: ["A", "B", "A"]), .infiniteType(cycle: ["C", "D", "C"]),
            ])
    }

    @Test("recursion through '?', '[]' and '[string]' is fine")
    func finiteRecursion() throws {
        let interface = try InterfaceDescription(
            parsing: "interface a.b\ntype A (a: ?A, b: []A, c: [string]B, d: (e: ?A))\ntype B (a: A)")
        #expect(interface.faults().isEmpty)
    }

    @Test("names of interfaces", arguments: ["a.b", "io.trellis.Items", "x--1.0.a-b", "org.varlink.service"])
    func interfaceNames(name: String) {
        #expect(InterfaceName.isInterface(name))
    }

    @Test("no names of interfaces", arguments: ["", "a", "a.", ".a", "a..b", "-a.b", "a-.b", "a.-b", "1.b", "a.b_c"])
    func wrongInterfaceNames(name: String) {
        #expect(!InterfaceName.isInterface(name))
    }

    @Test(
        "names of members and fields",
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
