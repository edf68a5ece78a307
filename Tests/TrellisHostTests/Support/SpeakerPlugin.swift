import ServiceLifecycle
import Trellis

/// A plugin whose calls, streams and sessions show the configuration that they use.
struct SpeakerPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        /// The word that the plugin says.
        var word: String

        /// The phase in which the plugin fails: `start`, `service`, `laterService` or `health`; nil for none.
        var fault: String?

        init(from settings: Settings) {
            word = settings.string("word", default: "hello", "The word.")
            fault = settings.string("fault", "The phase in which the plugin fails.")
        }
    }

    static let manifest = PluginManifest(name: "speaker", version: "1.0.0", summary: "Says its word.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        let behaviour = Behaviour.current
        blueprint.provide(value: behaviour)
        blueprint.provide(Speaker.init(configuration:behaviour:))
        blueprint.serve(SpeakerInterface.init(speaker:))
        blueprint.run(SpeakerService.init(speaker:))
        blueprint.check(SpeakerHealth.init(speaker:))
        blueprint.session { session in
            session.provide { (speaker: Speaker) in Dialogue(speaker: speaker) }
            session.serve(DialogueInterface.init(dialogue:))
        }
    }
}

/// The instance of a generation.
final class Speaker: Sendable, Closable {
    let configuration: SpeakerPlugin.Configuration
    let recorder: Recorder
    let behaviour: Behaviour

    init(configuration: SpeakerPlugin.Configuration, behaviour: Behaviour) throws {
        self.configuration = configuration
        self.behaviour = behaviour
        recorder = behaviour.recorder
        if configuration.fault == "start" { throw PluginFailure(.unavailable, "the speaker is broken") }
        recorder.note("\(configuration.word) opened")
    }

    var word: String { configuration.word }

    func close() async throws { recorder.note("\(word) closed") }
}

/// The service of a generation.
struct SpeakerService: Service {
    let speaker: Speaker

    func run() async throws {
        speaker.recorder.note("\(speaker.word) runs")
        let fault = speaker.configuration.fault
        // The test ends the service by an event.
        if fault == "laterService" { await speaker.recorder.wait(for: "\(speaker.word) breaks") }
        if fault == "service" || fault == "laterService" {
            speaker.recorder.note("\(speaker.word) fails")
            throw PluginFailure(.unavailable, "the microphone is broken")
        }
        try await gracefulShutdown()
        speaker.recorder.note("\(speaker.word) ran")
    }
}

/// A health check that reports a problem with the fault `health`, or when the test asks for it.
struct SpeakerHealth: HealthCheck {
    static let subject = "speaker"
    let speaker: Speaker

    func check() async throws -> Health {
        // The test makes a plugin unhealthy by an event.
        let isHoarse = speaker.recorder.events.contains("\(speaker.word) is hoarse")
        return speaker.configuration.fault == "health" || isHoarse
            ? .degraded(reason: "the speaker is hoarse") : .healthy
    }
}

/// The state of one connection.
actor Dialogue {
    let speaker: Speaker
    private var count = 0

    init(speaker: Speaker) { self.speaker = speaker }

    func next() -> Int {
        count += 1
        return count
    }
}

struct SpeakerInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.speaker",
        description: """
            interface org.example.speaker

            # Reply at once.
            method Say() -> (word: string)

            # Reply when the behaviour permits it.
            method Hold() -> (word: string)

            # Reply once, and remain open.
            # [Requires 'more' flag]
            method Watch() -> (word: string)

            """,
        methods: [
            .init(name: "Say", streaming: .never), .init(name: "Hold", streaming: .never),
            .init(name: "Watch", streaming: .required),
        ])

    let speaker: Speaker

    func handle(_ call: ServerCall) async throws {
        let reply: JSONObject = ["word": .string(speaker.word)]
        switch call.method {
        case "Hold":
            speaker.recorder.note("\(speaker.word) holds")
            try await speaker.behaviour.takeNote()
            try call.reply(reply)
        case "Watch":
            try await call.replies(of: JSONObject.self, streaming: .required).send(reply)
            speaker.recorder.note("\(speaker.word) watched")
            try await Task.sleep(for: .seconds(600))
        default: try call.reply(reply)
        }
    }
}

struct DialogueInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.dialogue",
        description: """
            interface org.example.dialogue

            # Return the word, and the number of the call in the session.
            method Next() -> (word: string, count: int)

            """,
        methods: [.init(name: "Next", streaming: .never)])

    let dialogue: Dialogue

    func handle(_ call: ServerCall) async throws {
        try call.reply(
            [
                "word": .string(dialogue.speaker.word), "count": .integer(Int64(await dialogue.next())),
            ] as JSONObject)
    }
}
