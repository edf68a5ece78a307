import Testing
import Varlink
import VarlinkExamples

@Suite("Generated types", .timeLimit(.minutes(2)))
struct GeneratedValueTests {
    private func decode<Value: VarlinkValue>(_ text: String, as type: Value.Type) throws -> Value {
        try EncodedJSON(parsing: Array(text.utf8)).decode(as: type)
    }

    private func decodingError<Value: VarlinkValue>(
        _ text: String, as type: Value.Type
    ) throws -> VarlinkDecodingError {
        try #require(throws: VarlinkDecodingError.self) { try decode(text, as: type) }
    }

    @Test("generated types encode and decode present and absent fields of simple types")
    func simple() throws {
        let text =
            #"{"flag":true,"whole":-3,"half":0.5,"text":"t","payload":{"a":[1]},"value":"v","maybeFlag":false,"#
            + #""maybeWhole":7,"maybeHalf":2.5,"maybeText":"","maybePayload":{},"maybeValue":0}"#
        let full = try decode(text, as: TypesContract.Simple.self)
        #expect(full.flag && full.whole == -3 && full.half == 0.5 && full.text == "t")
        #expect(full.maybeText == "" && full.maybeWhole == 7)
        #expect(try EncodedJSON(full).text == text)

        let short = #"{"flag":true,"whole":-3,"half":0.5,"text":"t","payload":{"a":[1]},"value":"v"}"#
        let sparse = try decode(short, as: TypesContract.Simple.self)
        #expect(sparse.maybeFlag == nil && sparse.maybeText == nil && sparse.maybeValue == nil)
        #expect(sparse != full)
        #expect(try EncodedJSON(sparse).text == short)
        let nulls = String(short.dropLast()) + #","maybeFlag":null,"maybeValue":null}"#
        #expect(try decode(nulls, as: TypesContract.Simple.self) == sparse)
    }

    @Test("generated types encode and decode nested arrays, maps and nullables")
    func containers() throws {
        let text =
            #"{"list":[1,2],"table":{},"maybeList":[],"listOfLists":[[],[3]],"gaps":["a",null],"#
            + #""tableOfGaps":{"x":null},"set":{"s":{}},"deep":[{"k":["v",1]}]}"#
        let value = try decode(text, as: TypesContract.Containers.self)
        #expect(value.listOfLists == [[], [3]])
        #expect(value.gaps == ["a", nil])
        #expect(value.tableOfGaps == ["x": nil])
        #expect(Array(value.set.keys) == ["s"])
        #expect(value.maybeList == [] && value.maybeTable == nil)
        #expect(try EncodedJSON(value).text == text)
    }

    @Test("generated types encode and decode anonymous types")
    func inline() throws {
        let place = TypesContract.Inline.Place(latitude: 1.5, precision: .coarse)
        let value = TypesContract.Inline(
            kind: .starred, place: place, steps: [.init(name: "a", next: .last), nil],
            options: ["x": .init(enabled: true)])
        let text = try EncodedJSON(value).text
        #expect(
            text == #"{"kind":"starred","place":{"latitude":1.5,"precision":"coarse"},"#
                + #""steps":[{"name":"a","next":"last"},null],"options":{"x":{"enabled":true}}}"#)
        #expect(try decode(text, as: TypesContract.Inline.self) == value)
    }

    @Test("generated types report the path of an invalid value")
    func errorPaths() throws {
        let missing = try decodingError(
            #"{"kind":"plain","place":{"precision":"fine"},"steps":[]}"#, as: TypesContract.Inline.self)
        #expect(missing == VarlinkDecodingError(.missing, path: "place.latitude"))

        let unknown = try decodingError(
            #"{"kind":"plain","place":{"latitude":1,"precision":"fine"},"steps":[null,{"name":"a","next":"x"}]}"#,
            as: TypesContract.Inline.self)
        #expect(unknown.path == "steps[1].next")
        #expect(unknown.reason == .unknownCase("x", known: ["first", "last"]))

        let null = try decodingError(#"{"title":null,"count":1}"#, as: ItemsContract.AddParameters.self)
        #expect(null == VarlinkDecodingError(.null, path: "title"))
    }

    @Test("generated types reject or ignore unknown fields, depending on the reader")
    func unknownFields() throws {
        let json = try EncodedJSON(parsing: Array(#"{"title":"a","count":1,"more":[{}]}"#.utf8))
        #expect(throws: VarlinkDecodingError(.unknownField, path: "more")) {
            try json.decode(as: ItemsContract.AddParameters.self)
        }
        let parameters = try json.decode(as: ItemsContract.AddParameters.self, unknownFields: .skip)
        #expect(parameters == ItemsContract.AddParameters(title: "a", count: 1))
    }

    @Test("recursive generated types have value semantics")
    func recursion() throws {
        let text = #"{"value":1,"next":{"value":2,"next":{"value":3}}}"#
        let list = try decode(text, as: RecursionContract.Node.self)
        #expect(list.next?.next?.value == 3)
        #expect(list.next?.next?.next == nil)
        #expect(try EncodedJSON(list).text == text)

        var other = list
        other.next?.value = 5
        #expect(list.next?.value == 2)
        #expect(other != list)
        other.next = nil
        #expect(other == RecursionContract.Node(value: 1))

        let tree = RecursionContract.Tree(
            children: [.init(children: [])], named: ["a": .init(children: [], named: [:])])
        let treeText = #"{"children":[{"children":[]}],"named":{"a":{"children":[],"named":{}}}}"#
        #expect(try EncodedJSON(tree).text == treeText)
        #expect(try decode(treeText, as: RecursionContract.Tree.self) == tree)
    }

    @Test("generated types use the names of the interface in JSON")
    func names() throws {
        let parameters = NamesContract.InitParameters(init: 1, self_: 2)
        #expect(try EncodedJSON(parameters).text == #"{"init":1,"self":2}"#)
        #expect(try decode(#"{"self":2,"init":1}"#, as: NamesContract.InitParameters.self) == parameters)

        let text =
            #"{"tylium_level":1,"tyliumLevel":2,"URLPath":"u","ID":"i","X509":"x","X509Cert":"c","MAX_SIZE":3,"#
            + #""state":"ReadWrite"}"#
        let styles = try decode(text, as: NamesContract.Styles.self)
        #expect(styles.tyliumLevel == 1 && styles.tyliumLevel_ == 2 && styles.state == .readWrite_)
        #expect(try EncodedJSON(styles).text == text)
        #expect(NamesContract.Keywords.KeywordsType.allCases.map(\.rawValue).contains("allCases"))
        #expect(NamesContract.Type_(item: .init(item: .init(), itemKind: .a)).type == nil)
    }

    @Test("generated errors are decoded from their names and parameters")
    func errors() throws {
        func read(_ name: String, _ text: String) throws -> ItemsError? {
            var reader = JSONReader(try EncodedJSON(parsing: Array(text.utf8)), unknownFields: .skip)
            return try ItemsError(name: name, parameters: &reader)
        }
        #expect(try read("NoSuchItem", #"{"id":"x","later":1}"#) == .noSuchItem(id: "x"))
        #expect(try read("StorageFull", "{}") == .storageFull)
        #expect(try read("Other", "{}") == nil)
        #expect(throws: VarlinkDecodingError(.missing, path: "id")) { try read("NoSuchItem", "{}") }
        #expect(ItemsError.noSuchItem(id: "x").qualifiedName == "org.example.items.NoSuchItem")
    }

    @Test("a generated contract contains the description of the interface")
    func contract() throws {
        let interface = try InterfaceDescription(parsing: ItemsContract.contract.description)
        #expect(interface.name == ItemsContract.contract.name)
        #expect(interface.formatted() == ItemsContract.contract.description)
        #expect(ItemsContract.contract.methods.map(\.streaming) == [.never, .required, .supported, .never])
    }
}
