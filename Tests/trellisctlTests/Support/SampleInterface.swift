import Trellis

/// The implementation of the sample contract.
struct SampleInterface: VarlinkInterface {
    static let contract = SampleContract.contract

    let state: SampleState

    func handle(_ call: ServerCall) async throws {
        let parameters = try call.parameters(as: JSONObject.self)
        state.note(call.method)
        switch call.method {
        case "Echo", "Select": try call.reply(["parameters": .object(parameters)] as JSONObject)
        case "Place":
            if let times = parameters["times"]?.integerValue, times < 0 {
                throw ServiceError.invalidParameter(parameter: "times")
            }
            state.place([parameters["sound"] ?? .null])
            try call.reply(parameters)
        case "PlaceAll":
            let sounds = parameters["sounds"]?.arrayValue ?? []
            guard !sounds.contains(where: { $0["title"]?.stringValue == "noise" }) else {
                throw SampleError("Refused", ["reason": "noise"])
            }
            state.place(sounds)
            try call.reply(["kept": .integer(Int64(sounds.count))] as JSONObject)
        case "List":
            let filter = parameters["filter"]?.stringValue
            let sounds = state.sounds.filter { filter == nil || $0["title"]?.stringValue == filter }
            let replies = try call.replies(of: JSONObject.self, streaming: .required)
            let last = try await replies.send(contentsOf: sounds.map { ["sound": $0] as JSONObject })
            try call.reply(last ?? JSONObject())
        case "Peek":
            let replies = try call.replies(of: JSONObject.self, streaming: .required)
            var list = state.sounds.map { ["sound": $0] as JSONObject }
            if list.isEmpty { list = [[:]] }
            if parameters["stale"]?.boolValue == true { list[0]["asOf"] = "2026-11-25T12:00:00.000Z" }
            try call.reply(try await replies.send(contentsOf: list) ?? JSONObject())
        case "Hear":
            let replies = try call.replies(of: JSONObject.self, streaming: .required)
            var told = 0
            while true {
                let sounds = await state.sounds(after: told)
                try Task.checkCancellation()
                for sound in sounds { try await replies.send(["sound": sound] as JSONObject) }
                told += sounds.count
            }
        case "All":
            let sounds = state.sounds
            try call.reply(["count": .integer(Int64(sounds.count)), "sounds": .array(sounds)] as JSONObject)
        case "Count":
            let end = parameters["to"]?.integerValue ?? 0
            let replies = try call.replies(of: JSONObject.self, streaming: .supported)
            if call.context.more {
                for number in 1..<end { try await replies.send(["number": .integer(number)]) }
            }
            try call.reply(["number": .integer(end)] as JSONObject)
        case "Watch": try await watch(call, from: parameters["since"]?.integerValue.map(Int.init), isNumbered: true)
        case "Listen": try await watch(call, from: nil, isNumbered: false)
        case "Remember":
            state.remember(parameters["word"] ?? .null, for: call.context.connection)
            try call.reply(JSONObject())
        case "Recall":
            try call.reply(["words": .array(state.words(of: call.context.connection))] as JSONObject)
        case "Wait":
            try await Task.sleep(for: .seconds(3600))
            try call.reply(JSONObject())
        case "Refuse" where parameters["reason"]?.stringValue == "as another": throw RefusedByAnother()
        case "Refuse" where parameters["reason"]?.stringValue == "full": throw SampleError("StorageFull", JSONObject())
        case "Refuse" where parameters["reason"]?.stringValue == "as nobody": throw RefusedByNobody()
        case "Refuse" where parameters["reason"]?.stringValue == "lost":
            throw RemoteError(name: "io.trellis.Host.SessionLost", parameters: ["plugin": "sample"])
        case "Refuse" where parameters["reason"]?.stringValue == "reconfigured":
            throw RemoteError(name: "io.trellis.Host.PluginReconfigured", parameters: ["plugin": "sample"])
        case "Refuse" where parameters["reason"]?.stringValue == "rights": throw ServiceError.permissionDenied
        case "Refuse" where parameters["reason"]?.stringValue == "defect": throw Defect()
        default:
            throw SampleError("Refused", ["reason": parameters["reason"] ?? .null])
        }
    }

    private func watch(_ call: ServerCall, from since: Int?, isNumbered: Bool) async throws {
        let replies = try call.replies(of: JSONObject.self, streaming: .required)
        func send(_ event: String, _ revision: Int) async throws {
            try await replies.send(
                isNumbered
                    ? ["event": .string(event), "revision": .integer(Int64(revision))] : ["event": .string(event)])
        }
        var revision = since ?? state.revision
        if since == nil { try await send("ready", revision) }
        while let changes = await state.changes(after: revision) {
            try Task.checkCancellation()
            if state.isStopped { throw CancellationError() }
            for change in changes {
                revision += 1
                if change == "reconfigured", since == nil {
                    throw RemoteError(name: "io.trellis.Host.PluginReconfigured", parameters: ["plugin": "sample"])
                }
                try await send(change, revision)
            }
        }
        throw SampleError("HistoryUnavailable", ["since": .integer(Int64(revision))])
    }
}

/// An error of the sample contract.
struct SampleError: VarlinkError {
    static let interface = "org.example.Sample"
    let name: String
    let parameters: JSONObject

    init(_ name: String, _ parameters: JSONObject) {
        self.name = name
        self.parameters = parameters
    }

    func writeParameters(to writer: inout JSONWriter) { parameters.write(to: &writer) }

    init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        self.init(name, try JSONObject(from: &reader))
    }
}

/// An error of an interface other than the called one.
protocol ErrorOfAnother: VarlinkError {
    init()
}

extension ErrorOfAnother {
    var name: String { "Refused" }
    func writeParameters(to writer: inout JSONWriter) { JSONObject().write(to: &writer) }
    init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) { self.init() }
}

/// An error of an interface that another plugin serves.
struct RefusedByAnother: ErrorOfAnother {
    static let interface = "org.example.Shadow"
}

/// An error of an interface that the daemon does not serve.
struct RefusedByNobody: ErrorOfAnother {
    static let interface = "org.example.Nobody"
}

/// An error that no contract declares.
private struct Defect: Error {}

/// The plugin that serves the sample contract.
struct SamplePlugin: Plugin {
    static let manifest = PluginManifest(name: "sample", version: "1.2.3", summary: "Shows everything.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let state = SampleState.current
        blueprint.provide(value: state)
        blueprint.serve(SampleInterface.init(state:))
    }
}

/// A plugin whose name is that of a built-in command of `trellisctl`.
struct StatusPlugin: Plugin {
    static let manifest = PluginManifest(name: "status", version: "1.0.0", summary: "Has a name that is taken.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.serve(ShadowInterface.init)
    }
}

/// The interface of the plugin `status`.
struct ShadowInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.Shadow",
        description: """
            interface org.example.Shadow

            # Returns a word.
            method Tell(word: string) -> (word: string)

            # Another error with this name.
            error Refused ()
            """,
        methods: [.init(name: "Tell", streaming: .never)])

    func handle(_ call: ServerCall) async throws {
        try call.reply(try call.parameters(as: JSONObject.self))
    }
}

/// A plugin that is never enabled.
struct IdlePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "idle", version: "1.0.0", summary: "Does nothing.", setup: "Say plugins.idle.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {}
}
