import Foundation
import Testing
import Varlink

/// The data after a simulated crash of the machine: every acknowledged change (READMEs of Items and Movies).
///
/// The daemon runs under load, with a recorder of its file operations (`Recorder/recorder.c`). The crash is simulated
/// at random positions of the record, and a daemon is started with the files that remain.
@Suite("A crash of the machine", .runsPrograms, .timeLimit(.minutes(10)))
struct MachineCrashTests {
    /// An acknowledged change, and the length of the log when the client received the acknowledgement.
    private struct Acknowledged {
        var name: String
        var position: Int
    }

    @Test("keeps acknowledged changes")
    func losesNoAcknowledgedChange() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n  movies:\n") { workplace in
            let (items, titles) = try await recordLoad(in: workplace)
            let log = try workplace.contents(of: "log")
            let history = try FileHistory(log: log)
            #expect(items.count >= 400)
            #expect(titles.count >= 20)
            #expect(history.synchronizations >= 100)

            let firstItem = try #require(items.map(\.position).min())
            let firstTitle = try #require(titles.map(\.position).min())
            for attempt in 0..<16 {
                // Titles are saved last, so the records of titles are a short part at the end of the log.
                let end = Int.random(in: (attempt.isMultiple(of: 2) ? firstItem : firstTitle)...log.count)
                // In half of the crashes, some unsynchronized writes reach the disk.
                let chance = Bool.random() ? 0.0 : 0.5
                let remains = history.remains(at: end) { Double.random(in: 0..<1) < chance }
                let (foundItems, foundTitles) = try await found(in: remains, of: workplace)
                let lostItems = items.filter { $0.position <= end && !foundItems.contains($0.name) }
                let lostTitles = titles.filter { $0.position <= end && !foundTitles.contains($0.name) }
                #expect(
                    lostItems.isEmpty && lostTitles.isEmpty,
                    """
                    crash at \(end) of \(log.count), survival of unsynchronized writes \(chance), \
                    lost: \((lostItems + lostTitles).map { "\($0.name) at \($0.position)" }), left: \(remains.mapValues(\.count))
                    """)
            }
        }
    }

    /// Runs a daemon with the recorder under load, and kills the daemon.
    private func recordLoad(in workplace: Workplace) async throws -> (items: [Acknowledged], titles: [Acknowledged]) {
        let recorder = workplace.path("recorder.so")
        let source = Programs.checkout.appending(path: "Tests/Integration/Durability/Recorder/recorder.c").path
        let compiled = try await Workplace.run(
            "/usr/bin/env", ["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", recorder, source])
        try #require(compiled.status == 0, "\(compiled.error)")
        let wrapper = [
            "/usr/bin/env", "FILE_RECORDER_ROOT=\(workplace.path("state"))",
            "FILE_RECORDER_LOG=\(workplace.path("log"))",
            "LD_PRELOAD=\(recorder)",
        ]
        return try await workplace.withDaemon(under: wrapper) { daemon in
            let items = try await withThrowingTaskGroup(of: [Acknowledged].self) { group in
                for client in 0..<4 { group.addTask { try await addItems(as: client, to: workplace) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let titles = try await saveTitles(in: workplace)
            daemon.send(SIGKILL)
            return (items, titles)
        }.value
    }

    private func addItems(as client: Int, to workplace: Workplace) async throws -> [Acknowledged] {
        let connection = try RawConnection(to: workplace.socket)
        var acknowledged: [Acknowledged] = []
        for number in 0..<120 {
            let title = "\(client)-\(number)"
            try await connection.send(
                message: #"{"method":"io.trellis.Items.Add","parameters":{"title":"\#(title)","count":1}}"#)
            let reply = try await connection.receive()
            try #require(reply?.contains(#""title":"\#(title)""#) == true)
            acknowledged.append(Acknowledged(name: title, position: try logLength(in: workplace)))
        }
        return acknowledged
    }

    private func saveTitles(in workplace: Workplace) async throws -> [Acknowledged] {
        let listed = try await workplace.trellisctl("movies", "home", "--json")
        let identifiers = values(["title", "id"], in: listed.output)
        let connection = try RawConnection(to: workplace.socket)
        var acknowledged: [Acknowledged] = []
        for identifier in identifiers.sorted() {
            try await connection.send(
                message: #"{"method":"io.trellis.Movies.Save","parameters":{"title":"\#(identifier)"}}"#)
            let reply = try await connection.receive()
            try #require(reply == #"{"parameters":{"id":"\#(identifier)"}}"#)
            acknowledged.append(Acknowledged(name: identifier, position: try logLength(in: workplace)))
        }
        return acknowledged
    }

    private func logLength(in workplace: Workplace) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: workplace.path("log"))[.size] as? Int ?? 0
    }

    /// Starts a daemon with the files, and returns the titles of its items and the identifiers of its saved titles.
    private func found(
        in remains: FileHistory.Remains, of workplace: Workplace
    ) async throws -> (items: Set<String>, titles: Set<String>) {
        try await Workplace.with(configuration: "plugins:\n  items:\n  movies:\n") { crashed in
            for (path, data) in remains {
                let copy = URL(filePath: crashed.folder.path + path.dropFirst(workplace.folder.path.count))
                try FileManager.default.createDirectory(
                    at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
                try data.write(to: copy)
            }
            return try await crashed.withDaemon { _ in
                let items = try await crashed.trellisctl("items", "list", "--json")
                let titles = try await crashed.trellisctl("movies", "saved", "--json")
                for result in [items, titles] { #expect(result.status == 0, "\(result.error)") }
                return (
                    values(["item", "title"], in: items.output), values(["title", "id"], in: titles.output)
                )
            }.value
        }
    }

    /// The strings at a path in each line of JSON.
    private func values(_ path: [String], in output: String) -> Set<String> {
        Set(
            output.split(separator: "\n").compactMap { line in
                var value = try? JSONValue(parsing: String(line))
                for key in path { value = value?[key] }
                return value?.stringValue
            })
    }
}
