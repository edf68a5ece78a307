import Testing
import VarlinkIDL

@Suite("Parsing", .timeLimit(.minutes(2)))
struct ParserTests {
    @Test("accepts every construct of the language")
    func everyConstruct() throws {
        let text = """
            interface org.example.full

            type Everything (
              flag: bool,
              whole: int,
              half: float,
              name: string,
              payload: object,
              value: any,
              kind: (one, two, three),
              inner: (first: int, second: string),
              array: []string,
              dictionary: [string]string,
              set: [string](),
              nullable: ?string,
              deep: ?[][string]?[](first: int, second: Other),
              other: Other
            )
            type Other ()
            type Level (low, high_level)
            method Run(interface: string, type: int) -> (method: bool, error: ?Other)
            method Empty() -> ()
            error Broken (reason: Level)
            error Gone ()
            """
        let expected = InterfaceDescription(
            name: "org.example.full",
            members: [
                .type(
                    .init(
                        name: "Everything",
                        definition: .structure([
                            .init(name: "flag", type: .bool),
                            .init(name: "whole", type: .int),
                            .init(name: "half", type: .float),
                            .init(name: "name", type: .string),
                            .init(name: "payload", type: .object),
                            .init(name: "value", type: .any),
                            .init(
                                name: "kind",
                                type: .inline(
                                    .enumeration([.init(name: "one"), .init(name: "two"), .init(name: "three")]))),
                            .init(
                                name: "inner",
                                type: .inline(
                                    .structure([
                                        .init(name: "first", type: .int), .init(name: "second", type: .string),
                                    ]))),
                            .init(name: "array", type: .array(.string)),
                            .init(name: "dictionary", type: .map(.string)),
                            .init(name: "set", type: .map(.inline(.structure([])))),
                            .init(name: "nullable", type: .nullable(.string)),
                            .init(
                                name: "deep",
                                type: .nullable(
                                    .array(
                                        .map(
                                            .nullable(
                                                .array(
                                                    .inline(
                                                        .structure([
                                                            .init(name: "first", type: .int),
                                                            .init(name: "second", type: .named("Other")),
                                                        ])))))))),
                            .init(name: "other", type: .named("Other")),
                        ]))),
                .type(.init(name: "Other", definition: .structure([]))),
                .type(
                    .init(name: "Level", definition: .enumeration([.init(name: "low"), .init(name: "high_level")]))),
                .method(
                    .init(
                        name: "Run",
                        parameters: [.init(name: "interface", type: .string), .init(name: "type", type: .int)],
                        reply: [
                            .init(name: "method", type: .bool),
                            .init(name: "error", type: .nullable(.named("Other"))),
                        ])),
                .method(.init(name: "Empty")),
                .error(.init(name: "Broken", parameters: [.init(name: "reason", type: .named("Level"))])),
                .error(.init(name: "Gone")),
            ])
        #expect(try InterfaceDescription(parsing: text) == expected)
        #expect(expected.diagnostics().isEmpty)
    }

    @Test("treats comments immediately above a declaration, a field or a value as documentation")
    func documentation() throws {
        let interface = try InterfaceDescription(
            parsing: """
                # SPDX-License-Identifier: Apache-2.0

                # Items
                #
                #   indented, \u{7}without the bell  \t
                interface org.example.items # not this one

                # About Item.
                type Item (
                  # Its title.
                  # Two lines.
                  title: string, # a remark behind a field
                  count: int,

                  # Nothing follows at once.

                  kind: (
                    # The usual one.
                    plain,
                    #no space
                    starred
                  )
                  # the end of the list
                )
                #Adds.
                method Add(
                  # A parameter.
                  title: string
                ) -> (
                  # A reply.
                  item: Item
                )
                # An error.
                error Full (
                  # How much.
                  size: int
                )
                # the end of the text
                """)
        #expect(interface.documentation.lines == ["Items", "", "  indented, without the bell"])
        let item = try #require(interface.type(named: "Item"))
        #expect(item.documentation.text == "About Item.")
        guard case .structure(let fields) = item.definition else {
            Issue.record("Item is a structure")
            return
        }
        #expect(fields[0].documentation.lines == ["Its title.", "Two lines."])
        #expect(fields[1].documentation.isEmpty)
        #expect(fields[2].documentation.isEmpty)
        guard case .inline(.enumeration(let values)) = fields[2].type else {
            Issue.record("kind is an enumeration")
            return
        }
        #expect(values.map(\.documentation.text) == ["The usual one.", "no space"])
        let add = try #require(interface.method(named: "Add"))
        #expect(add.documentation.text == "Adds.")
        #expect(add.parameters[0].documentation.text == "A parameter.")
        #expect(add.reply[0].documentation.text == "A reply.")
        let full = try #require(interface.error(named: "Full"))
        #expect(full.documentation.text == "An error.")
        #expect(full.parameters[0].documentation.text == "How much.")
    }

    @Test(
        "removes the notes on more and upgrade from the documentation",
        arguments: [
            ("", Streaming.never, Upgrading.never),
            ("# [Requires 'more' flag]\n", .required, .never),
            ("# [Supports 'more' flag]\n", .supported, .never),
            ("#[Supports 'more' flag] \n# [Requires 'more' flag]\n", .required, .never),
            ("# [Requires 'upgrade' flag]\n", .never, .required),
            ("# [Supports 'more' flag]\n# [Supports 'upgrade' flag]\n", .supported, .supported),
        ])
    func notes(text: String, streaming: Streaming, upgrading: Upgrading) throws {
        let interface = try InterfaceDescription(
            parsing: "interface a.b\n# Lists.\n\(text)# More words.\nmethod List() -> ()")
        let method = try #require(interface.method(named: "List"))
        #expect(method.streaming == streaming)
        #expect(method.upgrading == upgrading)
        #expect(method.documentation.lines == ["Lists.", "More words."])
    }

    @Test("treats a note that is not above a method as documentation")
    func noteAboveError() throws {
        let interface = try InterfaceDescription(
            parsing: "interface a.b\n# [Requires 'more' flag]\nerror E ()")
        #expect(interface.errors[0].documentation.lines == ["[Requires 'more' flag]"])
    }

    @Test(
        "accepts every layout of the grammar",
        arguments: [
            "interface a.b\nmethod M(a:int)->(b:?[]string)\nerror E(a:(x,y))\n",
            "\u{FEFF}interface a.b\r\nmethod M(a: int) -> (b: ?[]string)\r\n\r\nerror E (a: (x, y))",
            "interface a.b\rmethod M(a: int) -> (b: ?[]string)\rerror E (a: (x, y))",
            "interface a.b\u{2028}method M(a: int) -> (b: ?[]string)\u{2029}error E (a: (x, y))",
            "# c\n  interface\n a.b # c\nmethod\n\tM ( a\n: int ) # c\n-> # c\n(b\u{A0}: ?[]string) # c\n"
                + "error E ( # c\na: ( x , y # c\n) # c\n) # c",
            "interface a.b\nmethod M(a: int) -> (b: ? [] string)\nerror E (a: (x, y))",
        ])
    func layouts(text: String) throws {
        let expected = InterfaceDescription(
            name: "a.b",
            members: [
                .method(
                    .init(
                        name: "M", parameters: [.init(name: "a", type: .int)],
                        reply: [.init(name: "b", type: .nullable(.array(.string)))])),
                .error(
                    .init(
                        name: "E",
                        parameters: [
                            .init(name: "a", type: .inline(.enumeration([.init(name: "x"), .init(name: "y")])))
                        ])),
            ])
        let found = try InterfaceDescription(parsing: text)
        #expect(found.members.map(\.name) == ["M", "E"])
        #expect(found.methods[0].parameters == expected.methods[0].parameters)
        #expect(found.methods[0].reply == expected.methods[0].reply)
        #expect(found.errors[0].parameters == expected.errors[0].parameters)
    }

    @Test("accepts an interface without members, as systemd does")
    func noMembers() throws {
        #expect(try InterfaceDescription(parsing: "interface a.b") == InterfaceDescription(name: "a.b"))
    }

    @Test("records the positions of names and types")
    func positions() throws {
        let parsed = try ParsedInterface("interface a.b\ntype T (\n  f: ?[](x, y)\n)")
        let field = NodePath([.member(0), .field(0)])
        #expect(parsed.position(of: NodePath())?.description == "1:11")
        #expect(parsed.position(of: NodePath([.member(0)]))?.description == "2:6")
        #expect(parsed.position(of: field)?.description == "3:3")
        let type = field.appending(.type)
        #expect(parsed.position(of: type)?.description == "3:6")
        #expect(parsed.position(of: type.appending(.element))?.description == "3:7")
        let element = type.appending(.element).appending(.element)
        #expect(parsed.position(of: element)?.description == "3:9")
        #expect(parsed.position(of: element.appending(.value(1)))?.description == "3:13")
        #expect(parsed.position(of: NodePath([.member(7)])) == nil)
    }
}
