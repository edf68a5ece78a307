import Trellis

/// A plugin whose carried instance depends on a part of its configuration.
struct TunedPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        /// The name of the carried store.
        var store: StoreName

        /// A word for the instance of the generation; `bad` makes the start fail.
        var word: String

        /// Whether the plugin serves an interface.
        var isServed: Bool

        /// The code, which no message shows.
        var code: Secret?

        init(from settings: Settings) {
            store = StoreName(text: settings.string("store", default: "main", "The name of the store."))
            word = settings.string("word", default: "hello", "The word.")
            isServed = settings.boolean("served", default: false, "Whether the plugin serves an interface.")
            code = settings.secret("code", "The code.")
            if word == "impolite" { settings.reject("word", "the word is impolite") }
        }
    }

    /// The part of the configuration on which the carried store depends.
    struct StoreName: Sendable, Equatable {
        var text: String
    }

    static let manifest = PluginManifest(name: "tuned", version: "1.0.0", summary: "Carries a store.")

    static func validate(_ plugin: PluginEnvironment, configuration: Configuration) throws {
        if configuration.word == "forbidden" { throw PluginFailure(.configuration, "the word is forbidden") }
    }

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        let behaviour = Behaviour.current
        let recorder = behaviour.recorder
        blueprint.provide(value: configuration.store, .carried)
        blueprint.provide({ (name: StoreName) in TunedStore(name: name.text, recorder: recorder) }, .carried)
        blueprint.export(TunedStore.self)
        blueprint.provide { (store: TunedStore, configuration: Configuration) throws in
            try Tuned(store: store, word: configuration.word, recorder: recorder)
        }
        if configuration.word == "verbose" { blueprint.provide { (tuned: Tuned) in VerboseTuned(tuned: tuned) } }
        if configuration.isServed { blueprint.serve { (tuned: Tuned) in TunedInterface(tuned: tuned) } }
    }
}

/// An instance that only the generation with the word `verbose` has.
private struct VerboseTuned: Sendable {
    let tuned: Tuned
}

/// The carried store.
final class TunedStore: Sendable, Closable {
    let name: String
    private let recorder: Recorder

    init(name: String, recorder: Recorder) {
        self.name = name
        self.recorder = recorder
        recorder.note("store \(name) opened")
    }

    func close() async throws { recorder.note("store \(name) closed") }
}

/// The instance of the generation.
struct Tuned: Sendable {
    init(store: TunedStore, word: String, recorder: Recorder) throws {
        recorder.note("tuned says \(word) to \(store.name)")
        if word == "bad" { throw PluginFailure(.configuration, "the word is bad") }
        if word == "lost" { throw PluginFailure(.unavailable, "the word is lost") }
    }
}

struct TunedInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.tuned",
        description: """
            interface org.example.tuned

            method Ping() -> ()

            """,
        methods: [.init(name: "Ping", streaming: .never)])

    let tuned: Tuned

    func handle(_ call: ServerCall) async throws { try call.reply(JSONObject()) }
}

/// A plugin that holds the store of the other plugin.
struct HolderPlugin: Plugin {
    static let manifest = PluginManifest(name: "holder", version: "1.0.0", summary: "Holds the store of tuned.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let behaviour = Behaviour.current
        let recorder = behaviour.recorder
        blueprint.provide { (store: TunedStore) in HeldStore(store: store, recorder: recorder) }
    }
}

struct HeldStore: Sendable {
    init(store: TunedStore, recorder: Recorder) { recorder.note("holder holds \(store.name)") }
}
