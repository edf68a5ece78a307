import Testing

@testable import CommandModel

@Suite("Sections of manual pages", .timeLimit(.minutes(2)))
struct MdocTests {
    @Test("sections contain commands with their options, and escape the characters that mdoc interprets")
    func commands() {
        let add = Command(
            "add", summary: "Add an item. '.' ends it.",
            discussion: ["First\nparagraph.", "", "Second \\ \"one\"."],
            parameters: [
                .option("count", "COUNT", "The number of items.", .integer()).with {
                    $0.shortName = "n"
                    $0.defaultValue = "10"
                },
                .argument("name", "The name."),
                .flag("secret", "Not shown.").with { $0.isHidden = true },
            ])
        let root = Command("sample", summary: "A sample.", subcommands: [add])
        var sections = ManualSections()
        sections.add("commands", Mdoc.commands(under: root))
        sections.add("options", Mdoc.list(of: root.parameters))
        #expect(
            sections.text == #"""
                @commands@
                .It Cm add Oo Fl \-count Ar COUNT Oc Ar name
                Add an item.
                \(aq.\(aq ends it.
                .Pp
                First paragraph.
                .Pp
                Second \e \(dqone\(dq.
                .Bl -tag -width Ds
                .It Fl n Ar COUNT , Fl \-count Ar COUNT
                The number of items.
                The default is 10.
                .It Ar name
                The name.
                .El
                @options@
                """#)
    }
}
