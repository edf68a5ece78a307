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
          # What it is called.
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
    let method: PluginMethod
    let reader: ParameterReader

    init() throws {
        let interface = try #require(description)
        method = PluginMethod(
            plugin: "sample", interface: interface, method: try #require(interface.method(named: "Paint")))
        reader = ParameterReader(method)
    }

    @Test(
        "that the daemon does not take are told with what the contract says of them",
        arguments: [
            (
                "title",
                "'title' is missing, or not as the contract has it.\nThe contract says of it: What it is called."
            ),
            ("count", "'count' is missing, or not as the contract has it"),
            ("name", "name"), ("at.z", "at"), ("notes.a", "'notes.a' is missing, or not as the contract has it"),
            ("tags[1]", "'tags[1]' is missing, or not as the contract has it"),
        ])
    func refusal(path: String, end: String) {
        let failure = method.refusal(of: path)
        let unknown = [
            "name": "'sample paint' has these: title, count, colour, ratio, isLoud, tags, at, notes.",
            "at": "'at' has these: x, y.",
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
        "are refused with what is wrong",
        arguments: [
            (["Tea", "3", "--at.x", "1"], "'sample paint' needs at.y"),
            (["Tea", "3", "--at", #"{"x":1,"y":2}"#, "--at.x", "3"], "'sample paint': at.x is given twice"),
            (["Tea", "3", "--at", "[1]"], "'sample paint': at takes a JSON object, and '[1]' is none"),
            (["Tea", "3", "--no-is-loud=yes"], "'sample paint': --no-is-loud takes no value"),
            (
                ["Tea", "99999999999999999999"],
                "'sample paint': count takes a whole number of 64 bits, and '99999999999999999999' is none"
            ),
            (["Tea"], "'sample paint' needs count"),
            ([], "'sample paint' needs title"),
            (["Tea", "3", "4"], "'sample paint' has no use for '4'"),
            (["Tea", "many"], "'sample paint': count takes a whole number, and 'many' is none"),
            (["Tea", "3", "--colour", "blue"], "'sample paint': colour is one of red, green, and not 'blue'"),
            (["Tea", "3", "--ratio", "inf"], "'sample paint': ratio takes a number, and 'inf' is none"),
            (["Tea", "3", "--is-loud=loud"], "'sample paint': is-loud takes true or false, and 'loud' is none"),
            (["--title", "Tea", "--title", "Rice", "3"], "'sample paint': title is given twice"),
            (["Tea", "3", "--ratio"], "'sample paint': --ratio needs a value"),
            (["--title", "--count", "3"], "'sample paint': --title needs a value"),
            (["--title", "--", "3"], "'sample paint': --title needs a value"),
            (["--titel", "Tea"], "'sample paint' has no option --titel"),
            (["Tea", "-n", "3"], "'sample paint' has no option -n"),
        ])
    func refusing(words: [String], sentence: String) {
        let failure = #expect(throws: CommandFailure.self) { try reader.parameters(from: words) }
        #expect(failure?.sentence == sentence)
        #expect(failure?.exitStatus == EX_USAGE)
    }

    @Test("say what may have been meant")
    func suggesting() {
        let option = #expect(throws: CommandFailure.self) { try reader.parameters(from: ["--titel", "Tea"]) }
        #expect(option?.advice == "Did you mean '--title'?")
        let value = #expect(throws: CommandFailure.self) { try reader.parameters(from: ["--title", "--count", "3"]) }
        #expect(value?.advice == "'--count' is an option. Where it is the value, join the two: --title=--count")
        let word = #expect(throws: CommandFailure.self) {
            try reader.parameters(from: ["Tea", "3", "--colour", "gren"])
        }
        #expect(word?.advice == "Did you mean 'green'?")
    }

    @Test(
        "say which option a surplus word was probably meant for",
        arguments: [
            (["Tea", "3", "red"], "--colour red"), (["Tea", "3", "0.5"], "--ratio 0.5"),
            (["Tea", "3", "4"], "--ratio 4"),
            (["Tea", "3", "yes"], "--is-loud yes"), (["Tea", "3", "a word"], "--tags 'a word'"),
            (["Tea", "3", "--colour", "red", "green"], "--tags green"),
            (["Tea", "3", "--tags", "a", "b"], "--tags b"), (["Tea", "3", #"{"a":"b"}"#], #"--notes '{"a":"b"}'"#),
        ])
    func surplus(words: [String], option: String) {
        let failure = #expect(throws: CommandFailure.self) { try reader.parameters(from: words) }
        #expect(failure?.sentence == "'sample paint' has no use for '\(words.last ?? "")'")
        #expect(
            failure?.advice
                == "What may be left out is given by name: did you mean '\(option)'?\n" + reader.usage)
    }

    @Test("say how the command is used where a surplus word fits no option")
    func uselessWord() throws {
        let interface = try InterfaceDescription(
            parsing: "interface org.example.Sample\nmethod Wait(seconds: int, loud: ?bool) -> ()")
        let method = try #require(interface.method(named: "Wait"))
        let reader = ParameterReader(PluginMethod(plugin: "sample", interface: interface, method: method))
        let failure = #expect(throws: CommandFailure.self) { try reader.parameters(from: ["1", "minute"]) }
        #expect(failure?.advice == reader.usage)
    }

    @Test("have names that mean one parameter each, also where the contract's are alike")
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
        for method in interface.methods {
            for command in [interface.commandName(of: method), method.name] {
                #expect(try PluginMethod(command: command, of: "sample", in: [interface]).method.name == method.name)
            }
        }
        let failure = #expect(throws: CommandFailure.self) {
            try PluginMethod(command: "http-server", of: "sample", in: [interface])
        }
        #expect(failure?.advice?.contains("HTTPServer, HttpServer") == true)
    }

    @Test("say how the command is used")
    func usage() {
        #expect(reader.usage == "Usage: trellisctl sample paint <title> <count> [OPTION …]")
    }
}

@Suite("The parameters of a command that needs structures and lists")
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
        return ParameterReader(
            PluginMethod(plugin: "sample", interface: interface, method: try #require(interface.method(named: method))))
    }

    @Test(
        "takes the fields of structures by position, and what a list needs behind that",
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

    @Test("are added to what is given as JSON, and go before it")
    func base() throws {
        let base: JSONObject = ["from": ["x": 1, "y": 1], "to": ["x": 5, "y": 6]]
        let parameters = try reader("Draw").parameters(from: ["--from.y", "2"], base: base)
        #expect(
            JSONValue.object(parameters).formatted(.compact)
                == #"{"from":{"x":1,"y":2},"to":{"x":5,"y":6},"filter":{}}"#)
    }
}
