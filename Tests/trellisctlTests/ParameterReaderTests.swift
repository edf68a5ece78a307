import CommandModel
import ContractCommands
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
          # Its title.
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

extension ParameterReader {
    /// Reads the parameters of a line.
    func parameters(from words: [String], base: JSONObject = JSONObject()) throws -> JSONObject {
        try parameters(from: parse(words), base: base)
    }
}

extension PluginMethod {
    /// A method of the plugin `sample`.
    init(_ method: String, in interface: InterfaceDescription) throws {
        try self.init(command: method, of: "sample", in: [interface])
    }
}

@Suite("The parameters of a plugin's command", .timeLimit(.minutes(2)))
struct ParameterReaderTests {
    let method: PluginMethod
    let reader: ParameterReader

    init() throws {
        let interface = try #require(description)
        method = try PluginMethod("Paint", in: interface)
        reader = ParameterReader(method)
    }

    @Test(
        "are described with the contract's comments when the daemon rejects them",
        arguments: [
            (
                "title",
                "'title' is missing or invalid.\nThe contract describes it: Its title."
            ),
            ("count", "'count' is missing or invalid"),
            ("name", "name"), ("at.z", "at"), ("notes.a", "'notes.a' is missing or invalid"),
            ("tags[1]", "'tags[1]' is missing or invalid"),
        ])
    func invalidParameter(path: String, end: String) {
        let failure = method.failure(ofParameter: path)
        let unknown = [
            "name": "Parameters of 'sample paint': title, count, colour, ratio, isLoud, tags, at, notes.",
            "at": "Parameters of 'at': x, y.",
        ]
        #expect(failure.exitStatus == EX_DATAERR)
        #expect(
            "\(failure)"
                == (unknown[end].map { "the contract has no parameter '\(path)'.\n\($0)" } ?? "the parameter \(end)"))
    }

    @Test(
        "are read by name and by position, with their types",
        arguments: [
            (["Tea", "3"], #"{"title":"Tea","count":3}"#),
            (["--count", "3", "Tea"], #"{"title":"Tea","count":3}"#),
            (["--title=Tea", "--count=-3"], #"{"title":"Tea","count":-3}"#),
            (["--title", "-", "--count", "-3"], #"{"title":"-","count":-3}"#),
            (["--title=--count", "--count", "3"], #"{"title":"--count","count":3}"#),
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
            (["-3", "4"], #"{"title":"-3","count":4}"#), (["-", "4"], #"{"title":"-","count":4}"#),
            (["--count=4", "--", "-n"], #"{"title":"-n","count":4}"#),
            (["Tea", "3", "--no-is-loud"], #"{"title":"Tea","count":3,"isLoud":false}"#),
            (["Tea", "3", "--at.x", "1", "--at.y=2"], #"{"title":"Tea","count":3,"at":{"x":1,"y":2}}"#),
            (["Tea", "3", "--at.y", "2", "--at", #"{"x":1}"#], #"{"title":"Tea","count":3,"at":{"x":1,"y":2}}"#),
            (["Tea", "3", "--notes.a.b", "c"], #"{"title":"Tea","count":3,"notes":{"a.b":"c"}}"#),
            (
                ["Tea", "3", "--notes", #"{"d":"e"}"#, "--notes.a", "b"],
                #"{"title":"Tea","count":3,"notes":{"d":"e","a":"b"}}"#
            ),
            (["Tea", "3", "--ratio", "null"], #"{"title":"Tea","count":3,"ratio":null}"#),
            (["null", "3"], #"{"title":"null","count":3}"#),
        ])
    func reading(words: [String], json: String) throws {
        #expect(JSONValue.object(try reader.parameters(from: words)).formatted(.compact) == json)
    }

    @Test(
        "are rejected with the reason",
        arguments: [
            (["Tea", "3", "--at.x", "1"], "missing argument 'at.y'"),
            (["Tea", "3", "--at", #"{"x":1,"y":2}"#, "--at.x", "3"], "--at.x is given twice"),
            (["Tea", "3", "--at", "[1]"], "invalid value for --at: expected a JSON object, got '[1]'"),
            (["Tea", "3", "--no-is-loud=yes"], "--no-is-loud takes no value"),
            (
                ["Tea", "99999999999999999999"],
                "invalid value for count: expected a 64-bit integer, got '99999999999999999999'"
            ),
            (["Tea"], "missing argument 'count'"),
            ([], "missing argument 'title'"),
            (["Tea", "3", "4"], "unexpected argument '4'"),
            (["Tea", "many"], "invalid value for count: expected an integer, got 'many'"),
            (["Tea", "3", "--colour", "blue"], "invalid value for --colour: expected one of red, green, got 'blue'"),
            (["Tea", "3", "--ratio", "inf"], "invalid value for --ratio: expected a number, got 'inf'"),
            (["Tea", "3", "--is-loud=loud"], "invalid value for --is-loud: expected true or false, got 'loud'"),
            (["--title", "Tea", "--title", "Rice", "3"], "--title is given twice"),
            (["Tea", "3", "--ratio"], "missing value for --ratio: NUMBER"),
            (["--title", "--count", "3"], "missing value for --title: TEXT"),
            (["--title", "--", "3"], "missing value for --title: TEXT"),
            (["--titel", "Tea"], "unknown option --titel"),
            (["Tea", "-n", "3"], "unknown option -n"),
        ])
    func rejecting(words: [String], message: String) {
        let failure = #expect(throws: CommandLineError.self) { try reader.parameters(from: words) }
        #expect(failure?.message == message)
    }

    @Test("are suggested when they are misspelled")
    func suggesting() {
        let option = #expect(throws: CommandLineError.self) { try reader.parameters(from: ["--titel", "Tea"]) }
        #expect(option?.advice == "Did you mean '--title'?")
        let value = #expect(throws: CommandLineError.self) { try reader.parameters(from: ["--title", "--count", "3"]) }
        #expect(value?.advice == "'--count' is an option. To pass it as the value, join the two: --title=--count")
        let word = #expect(throws: CommandLineError.self) {
            try reader.parameters(from: ["Tea", "3", "--colour", "gren"])
        }
        #expect(word?.advice == "Did you mean 'green'?")
    }

    @Test(
        "are suggested for a surplus word",
        arguments: [
            (["Tea", "3", "red"], "--colour red"), (["Tea", "3", "0.5"], "--ratio 0.5"),
            (["Tea", "3", "4"], "--ratio 4"),
            (["Tea", "3", "yes"], "--is-loud yes"), (["Tea", "3", "a word"], "--tags 'a word'"),
            (["Tea", "3", "--colour", "red", "green"], "--tags green"),
            (["Tea", "3", "--tags", "a", "b"], "--tags b"), (["Tea", "3", #"{"a":"b"}"#], #"--notes '{"a":"b"}'"#),
        ])
    func surplus(words: [String], option: String) {
        let failure = #expect(throws: CommandLineError.self) { try reader.parameters(from: words) }
        #expect(failure?.message == "unexpected argument '\(words.last ?? "")'")
        #expect(
            failure?.advice
                == "Optional parameters are given by name. Did you mean '\(option)'?\n" + reader.usage)
    }

    @Test("are not suggested for a surplus word of a text without quotes")
    func unquoted() throws {
        let interface = try InterfaceDescription(
            parsing: "interface org.example.Sample\nmethod Find(text: string, tags: ?[]string, limit: ?int) -> ()")
        let reader = ParameterReader(try PluginMethod("Find", in: interface))
        let words = #expect(throws: CommandLineError.self) { try reader.parameters(from: ["green", "tea"]) }
        #expect(words?.advice == "Quote a text with spaces: 'green tea'.\n" + reader.usage)
        let number = #expect(throws: CommandLineError.self) { try reader.parameters(from: ["green", "3"]) }
        #expect(number?.advice?.contains("Did you mean '--limit 3'?") == true)
    }

    @Test("are not suggested for a surplus word that none accepts")
    func uselessWord() throws {
        let interface = try InterfaceDescription(
            parsing: "interface org.example.Sample\nmethod Wait(seconds: int, loud: ?bool) -> ()")
        let reader = ParameterReader(try PluginMethod("Wait", in: interface))
        let failure = #expect(throws: CommandLineError.self) { try reader.parameters(from: ["1", "minute"]) }
        #expect(failure?.advice == reader.usage)
    }

    @Test("have distinct option names even if the names in the contract are similar")
    func alike() throws {
        let interface = try InterfaceDescription(
            parsing: """
                interface org.example.Sample
                type Place (fullURL: string, fullUrl: string)
                method Serve(timeout: ?int, parameterTimeout: ?int, place: Place) -> ()
                method HTTPServer() -> ()
                method HttpServer() -> ()
                """)
        let serve = try PluginMethod(command: "serve", of: "sample", in: [interface])
        let reader = ParameterReader(serve)
        #expect(
            reader.options.map(\.name)
                == ["parameter-timeout", "parameterTimeout", "place", "place.fullURL", "place.fullUrl"])
        let parameters = try reader.parameters(from: ["--parameter-timeout=1", "--parameterTimeout=2", "a", "b"])
        #expect(
            JSONValue.object(parameters).formatted(.compact)
                == #"{"timeout":1,"parameterTimeout":2,"place":{"fullURL":"a","fullUrl":"b"}}"#)
        for (command, method) in interface.commands {
            for name in [command, method.name] {
                #expect(try PluginMethod(name, in: interface).method.name == method.name)
            }
        }
        let failure = #expect(throws: CommandLineError.self) {
            try PluginMethod(command: "http-server", of: "sample", in: [interface])
        }
        #expect(failure?.advice?.contains("HTTPServer or HttpServer") == true)
    }

    @Test("appear in the usage")
    func usage() {
        #expect(reader.usage == "Usage: trellisctl sample paint <title> <count> [OPTION …]")
    }
}

@Suite("Structures and lists as parameters", .timeLimit(.minutes(2)))
struct StructuredParameterTests {
    private func reader(_ method: String) throws -> ParameterReader {
        let interface = try InterfaceDescription(
            parsing: """
                interface org.example.Sample
                type Point (x: int, y: int, note: ?string)
                type Filter (text: ?string)
                type Chain (name: string, next: ?Chain)
                method Draw(from: Point, to: Point, filter: Filter) -> ()
                method DrawAll(title: string, points: []Point) -> ()
                method Link(chain: Chain, json: bool, numbers: [string]int) -> ()
                method Mix(lists: [][]int, maybe: []?int, anything: any) -> ()
                """)
        return ParameterReader(try PluginMethod(method, in: interface))
    }

    @Test(
        "accept fields and list elements by position",
        arguments: [
            ("Draw", ["1", "2", "3", "4"], #"{"from":{"x":1,"y":2},"to":{"x":3,"y":4},"filter":{}}"#),
            (
                "Draw", ["--to.x=3", "1", "2", "4", "--from.note", "n", "--filter.text", "t"],
                #"{"from":{"x":1,"y":2,"note":"n"},"to":{"x":3,"y":4},"filter":{"text":"t"}}"#
            ),
            (
                "Draw", ["--from", #"{"x":1,"y":2}"#, "3", "4"],
                #"{"from":{"x":1,"y":2},"to":{"x":3,"y":4},"filter":{}}"#
            ),
            (
                "DrawAll", ["t", #"{"x":1,"y":2}"#, #"{"x":3,"y":4}"#],
                #"{"title":"t","points":[{"x":1,"y":2},{"x":3,"y":4}]}"#
            ),
            (
                "Link", ["--chain.next", #"{"name":"b"}"#, "a", "--numbers.one", "1", "--parameter-json"],
                #"{"chain":{"name":"a","next":{"name":"b"}},"json":true,"numbers":{"one":1}}"#
            ),
            (
                "Mix", ["--lists", "[1,2]", "--lists=[]", "--maybe=null", "--maybe=2", "--anything", #""x""#],
                #"{"lists":[[1,2],[]],"maybe":[null,2],"anything":"x"}"#
            ),
        ])
    func reading(method: String, words: [String], json: String) throws {
        #expect(JSONValue.object(try reader(method).parameters(from: words)).formatted(.compact) == json)
    }

    @Test("options override and extend the JSON parameters")
    func base() throws {
        let base: JSONObject = ["from": ["x": 1, "y": 1], "to": ["x": 5, "y": 6]]
        let parameters = try reader("Draw").parameters(from: ["--from.y", "2"], base: base)
        #expect(
            JSONValue.object(parameters).formatted(.compact)
                == #"{"from":{"x":1,"y":2},"to":{"x":5,"y":6},"filter":{}}"#)
    }
}
