import Foundation
import Testing
import TrellisTesting

@testable import Notes

@Suite("Notes", .timeLimit(.minutes(10)))
struct NotesTests {
    @Test("keeps entries after a restart", arguments: Transport.allCases)
    func restart(over transport: Transport) async throws {
        try await withTemporaryFolder { folder in
            try await withPlugin(NotesPlugin.self, environment: .test(in: folder), over: transport) { plugin in
                let reply = try await NotesClient(plugin.caller).add(text: "Buy tea")
                #expect(reply.entry.number == 1)
            }
            try await withPlugin(NotesPlugin.self, environment: .test(in: folder), over: transport) { plugin in
                var texts: [String?] = []
                for try await reply in NotesClient(plugin.caller).list() { texts.append(reply.entry?.text) }
                #expect(texts == ["Buy tea"])
            }
        }
    }

    @Test("rejects a text that is empty or too long", arguments: ["", "12345"])
    func rejecting(text: String) async throws {
        try await withPlugin(NotesPlugin.self, settings: ["maximumLength": "4"]) { plugin in
            let notes = NotesClient(plugin.caller)
            await #expect(throws: NotesError.invalidText(length: text.count, maximum: 4)) {
                try await notes.add(text: text)
            }
            for try await reply in notes.list() { #expect(reply.entry == nil) }
        }
    }

    @Test("a watch sends the entries after a revision, and each new one", arguments: Transport.allCases)
    func watching(over transport: Transport) async throws {
        try await withPlugin(NotesPlugin.self, over: transport) { plugin in
            let notes = NotesClient(plugin.caller)
            for text in ["first", "second"] { _ = try await notes.add(text: text) }
            // A stream occupies its connection, so the watch has a second one.
            let watcher = NotesClient(try await plugin.connect())
            var texts: [String] = []
            for try await reply in watcher.watch(since: 1) {
                texts.append(reply.entry.text)
                if reply.revision == 3 { break }
                _ = try await notes.add(text: "third")
            }
            #expect(texts == ["second", "third"])
        }
    }

    @Test("reads long lists in pages", arguments: [0, 1, Notes.pageSize, Notes.pageSize + 1])
    func pages(count: Int) async throws {
        let environment = NotesEnvironment(
            maximumLength: 10, now: { .distantPast }, add: { _, _ in throw CancellationError() },
            entries: { number, limit in
                (number..<min(count, number + limit)).map { Entry(number: $0 + 1, text: "text", added: .distantPast) }
            },
            changes: { AsyncStream { $0.finish() } })
        var numbers: [Int] = []
        try await Notes(environment: environment).watch(after: 0) { numbers.append($0.number) }
        #expect(numbers == Array(0..<count).map { $0 + 1 })
    }

    @Test("obeys the rules for plugins")
    func conformance() async throws {
        try await PluginConformance(NotesPlugin.self).run()
    }
}
