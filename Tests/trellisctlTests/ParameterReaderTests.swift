import Glibc
import Testing
import Varlink

@testable import trellisctl

private let description = try? InterfaceDescription(
    parsing: """
        interface org.example.Sample

        type Colour (red, green)
        type Point (x: int, y: int)

        method Paint(
          title: string,
          count: int,
          colour: ?Colour,
          ratio: ?float,
          isLoud: ?bool,
          tags: ?[]string,
          at: ?Point,
          notes: ?[string]string
        ) -> ()
        """)

@Suite("The parameters of a grown command")
struct ParameterReaderTests {
    let reader: ParameterReader

    init() throws {
        let interface = try #require(description)
        reader = ParameterReader(
            interface: interface, method: try #require(interface.method(named: "Paint")), command: "sample paint")
    }

    @Test(
        "are read by name and by position, with their types",
        arguments: [
            (["Tea", "3"], #"{"title":"Tea","count":3}"#),
            (["--count", "3", "Tea"], #"{"title":"Tea","count":3}"#),
            (["--title=Tea", "--count=-3"], #"{"title":"Tea","count":-3}"#),
            (
                ["Tea", "3", "--colour", "red", "--ratio", "0.5"],
                #"{"title":"Tea","count":3,"colour":"red","ratio":0.5}"#
            ),
            (["Tea", "3", "--is-loud"], #"{"title":"Tea","count":3,"isLoud":true}"#),
            (["Tea", "3", "--is-loud=no"], #"{"title":"Tea","count":3,"isLoud":false}"#),
            (["Tea", "3", "--isLoud=yes"], #"{"title":"Tea","count":3,"isLoud":true}"#),
            (["Tea", "3", "--tags", "a", "--tags", "b"], #"{"title":"Tea","count":3,"tags":["a","b"]}"#),
            (["Tea", "3", "--at", #"{"x":1,"y":2}"#], #"{"title":"Tea","count":3,"at":{"x":1,"y":2}}"#),
            (["--count=3", "--", "--title"], #"{"title":"--title","count":3}"#),
            (["--title=", "3"], #"{"title":"","count":3}"#),
            (["-3", "4"], #"{"title":"-3","count":4}"#),
        ])
    func reading(words: [String], json: String) throws {
        #expect(JSONValue.object(try reader.parameters(from: words)).formatted(.compact) == json)
    }

    @Test(
        "are refused with what is wrong",
        arguments: [
            (["Tea"], "'sample paint' needs count"),
            ([], "'sample paint' needs title"),
            (["Tea", "3", "4"], "'sample paint' has no use for '4'"),
            (["Tea", "many"], "'sample paint': count takes a whole number, and 'many' is none"),
            (["Tea", "3", "--colour", "blue"], "'sample paint': colour is one of red, green, and not 'blue'"),
            (["Tea", "3", "--ratio", "inf"], "'sample paint': ratio takes a number, and 'inf' is none"),
            (["Tea", "3", "--is-loud=loud"], "'sample paint': is-loud takes true or false, and 'loud' is none"),
            (["--title", "Tea", "--title", "Rice", "3"], "'sample paint': title is given twice"),
            (["Tea", "3", "--ratio"], "'sample paint': --ratio needs a value"),
            (
                ["--titel", "Tea"],
                "'sample paint' has no option --titel (it has --title, --count, --colour, --ratio, --is-loud, --tags, --at, "
                    + "--notes)"
            ),
        ])
    func refusing(words: [String], sentence: String) {
        let failure = #expect(throws: CommandFailure.self) { try reader.parameters(from: words) }
        #expect(failure?.sentence == sentence)
        #expect(failure?.exitStatus == EX_USAGE)
    }

    @Test("say how the command is used")
    func usage() {
        #expect(
            reader.usage == "Usage: trellisctl sample paint <title> <count> [--colour …] [--ratio …] [--is-loud …] "
                + "[--tags …] [--at …] [--notes …]")
    }
}
