import Varlink

/// Serves the interface for tests.
///
/// A waiting method records its name in the diary, and continues when the test releases it.
struct TrialInterface: VarlinkInterface {
    static var contract: VarlinkContract { TrialContract.contract }

    let diary = Diary()
    let latch = Latch()

    /// A closure that receives the context of each call.
    var onCall: @Sendable (CallContext) -> Void = { _ in }

    func handle(_ call: ServerCall) async throws {
        onCall(call.context)
        switch call.method {
        case "Echo":
            let parameters = try call.parameters(as: EchoParameters.self)
            let times = parameters.times ?? 1
            if times > 100 { throw TrialError.tooMany(limit: 100) }
            diary.write("echo \(parameters.text)")
            try call.reply(Single<_, TextField>(String(repeating: parameters.text, count: times)))
        case "Keep":
            let parameters = try call.parameters(as: Single<TrialContract.Item, ItemField>.self)
            try call.reply(parameters)
        case "Count": try await count(call)
        case "Watch": try await watch(call)
        case "Hold":
            let name = try call.parameters(as: Single<String, NameField>.self).value
            try call.reply(Single<_, StateField>(try await hold(name)))
        case "Note":
            let text = try call.parameters(as: Single<String, TextField>.self).value
            diary.write("note \(text)")
            try call.reply(JSONObject())
        case "Who":
            let user = call.context.peer.map { Int($0.userID) }
            try call.reply(WhoReply(user: user, connection: call.context.connection.description))
        default: try await fail(call)
        }
    }

    /// Waits for the latch of this name, and records the beginning and the end in the diary.
    private func hold(_ name: String) async throws -> String {
        diary.write("holding \(name)")
        do {
            try await latch.wait(for: name)
            diary.write("released \(name)")
            return "released"
        } catch {
            diary.write("cancelled \(name)")
            throw error
        }
    }

    private func count(_ call: ServerCall) async throws {
        let parameters = try call.parameters(as: CountParameters.self)
        let replies = try call.replies(of: CountReply.self, streaming: .required)
        let padding = parameters.size.map { String(repeating: "x", count: $0) }
        let last = try await replies.send(
            contentsOf: (1...max(parameters.to, 1)).lazy.map { number in
                CountReply(number: number, padding: padding)
            })
        diary.write("counted \(parameters.to)")
        try call.reply(last ?? CountReply(number: 0))
    }

    private func watch(_ call: ServerCall) async throws {
        let name = try call.parameters(as: Single<String, NameField>.self).value
        let replies = try call.replies(of: Single<String, StateField>.self, streaming: .supported)
        if call.context.more { try await replies.send(Single("watching")) }
        try call.reply(Single<_, StateField>(try await hold(name)))
    }

    private func fail(_ call: ServerCall) async throws {
        switch try call.parameters(as: Single<String, HowField>.self).value {
        case "silently": return
        case "stubbornly":
            diary.write("stubborn")
            // Runs in a task that is not cancelled with the call.
            await Task { [latch] in try? await latch.wait(for: "stubborn") }.value
            try call.reply(JSONObject())
        case "twice":
            try call.reply(JSONObject())
            try call.reply(JSONObject())
        case "remotely": throw RemoteError(name: "org.example.other.Broken", parameters: ["depth": 3])
        case "unspeakably": try call.reply(Single<_, StateField>("a\u{0}b"))
        default: throw Breakage()
        }
    }
}

struct Breakage: Error {}
