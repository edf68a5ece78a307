import Synchronization
import Trellis

/// A plugin with an interface that keeps state per connection.
struct NotebookPlugin: Plugin {
    static let manifest = PluginManifest(name: "notebook", version: "1.0.0", summary: "A notebook.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let behaviour = Behaviour.current
        blueprint.provide(value: behaviour)
        blueprint.session(SessionClient.self) { session in
            session.provide(Notebook.init(behaviour:client:))
            session.serve(NotebookInterface.init(notebook:))
        }
    }
}

/// The words of a connection.
final class Notebook: Closable {
    private let behaviour: Behaviour
    private let pages = Mutex<[String]>([])
    let client: SessionClient

    init(behaviour: Behaviour, client: SessionClient) async throws {
        self.behaviour = behaviour
        self.client = client
        try await behaviour.openNotebook()
        behaviour.recorder.note("notebook opened")
    }

    /// Appends a word, and returns all words.
    func note(_ word: String) async throws -> [String] {
        try await behaviour.takeNote()
        return pages.withLock { pages in
            pages.append(word)
            return pages
        }
    }

    func close() async throws {
        behaviour.recorder.note("notebook of \(pages.withLock { $0.joined(separator: " and ") }) closed")
    }
}

struct NotebookInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.notebook",
        description: """
            interface org.example.notebook

            method Note(word: string) -> (words: []string, user: ?int)

            """,
        methods: [.init(name: "Note", streaming: .never)])

    let notebook: Notebook

    func handle(_ call: ServerCall) async throws {
        guard case .string(let word) = try call.parameters(as: JSONObject.self)["word"] else { return }
        var reply: JSONObject = ["words": .array(try await notebook.note(word).map { .string($0) })]
        if let peer = notebook.client.peer { reply["user"] = .integer(Int64(peer.userID)) }
        try call.reply(reply)
    }
}
