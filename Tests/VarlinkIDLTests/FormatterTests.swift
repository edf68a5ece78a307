import Testing
import VarlinkIDL

@Suite("Formatting", .timeLimit(.minutes(2)))
struct FormatterTests {
    @Test("does not change the canonical layout")
    func canonical() throws {
        let text = """
            # A list of items.
            #
            # Second paragraph.
            interface org.example.items

            # One item.
            type Item (
              # Its identifier.
              id: string,
              tags: ?[]string,
              kind: (plain, starred),
              state: (
                # At rest.
                idle,
                busy
              )
            )

            type Empty ()

            type Level (low, high)

            method Get() -> ()

            # Lists the items.
            # [Requires 'more' flag]
            # [Supports 'upgrade' flag]
            method List(filter: ?string, limit: ?int) -> (item: ?Item)

            method Search(first: string, second: string, third: string) -> (
              item: Item,
              rank: float,
              explanation: [string]string
            )

            method Configure(
              maximumNumberOfItems: int,
              maximumNumberOfBytes: int,
              options: ?[string](name: string, value: object)
            ) -> (changed: bool)

            method Describe(
              # What to describe.
              name: string
            ) -> (
              # The text.
              text: string
            )

            error Full (limit: int)

            error Gone ()

            """
        let interface = try InterfaceDescription(parsing: text)
        #expect(interface.formatted() == text)
    }

    @Test("breaks lines that exceed the width")
    func width() throws {
        let interface = try InterfaceDescription(
            parsing: "interface a.b\nmethod M(first: int, second: (x: int, y: int)) -> (third: int)")
        #expect(
            interface.formatted(width: 63).contains(
                "\nmethod M(first: int, second: (x: int, y: int)) -> (third: int)\n"))
        #expect(
            interface.formatted(width: 61).contains(
                "\nmethod M(first: int, second: (x: int, y: int)) -> (\n  third: int\n)\n"))
        #expect(
            interface.formatted(width: 25).contains(
                """

                method M(
                  first: int,
                  second: (
                    x: int,
                    y: int
                  )
                ) -> (third: int)

                """))
    }

    @Test("describes a type on one line")
    func typeDescription() {
        let type = TypeExpression.nullable(
            .map(
                .inline(
                    .structure([
                        .init(name: "a", type: .array(.named("T")), documentation: .init("Left out.")),
                        .init(name: "b", type: .any),
                    ]))))
        #expect("\(type)" == "?[string](a: []T, b: any)")
    }
}
