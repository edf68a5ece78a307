import Foundation
import Testing
import Varlink

/// The data after `kill -9`.
@Suite("A crash of the daemon", .runsPrograms, .timeLimit(.minutes(10)))
struct ProcessCrashTests {
    @Test("keeps acknowledged items after kill -9")
    func losesNoAcknowledgedItem() async throws {
        try await Workplace.with { workplace in
            var answered: Set<String> = []
            for round in 0..<5 {
                let titles = EventLog()
                let outcome = try await workplace.withDaemon { daemon in
                    await withTaskGroup(of: Void.self) { group in
                        for client in 0..<4 {
                            group.addTask {
                                await add(to: workplace, prefix: "\(round)-\(client)") { title in
                                    titles.append(title)
                                    // The signal arrives while calls of the other clients are in progress.
                                    if titles.texts.count >= 100 + 37 * round { daemon.send(SIGKILL) }
                                }
                            }
                        }
                    }
                }
                #expect(outcome.status == 137)
                let added = titles.texts
                #expect(added.count >= 100)
                answered.formUnion(added)
            }
            let list = try await workplace.withDaemon { _ in
                try await workplace.trellisctl("items", "list", "--json")
            }.value
            #expect(list.status == 0)
            let kept = Set(list.output.split(separator: "\n").compactMap(Self.title))
            #expect(answered.subtracting(kept).isEmpty)
        }
    }

    /// Adds items over one connection, one at a time, until a call fails.
    private func add(to workplace: Workplace, prefix: String, whenAnswered note: (String) -> Void) async {
        guard let connection = try? RawConnection(to: workplace.socket) else { return }
        for number in 0... {
            let title = "\(prefix)-\(number)"
            let call = #"{"method": "io.trellis.Items.Add", "parameters": {"title": "\#(title)", "count": 1}}"#
            guard (try? await connection.send(message: call)) != nil, let reply = try? await connection.receive(),
                reply.contains(#""title":"\#(title)""#)
            else { return }
            note(title)
        }
    }

    private static func title(in line: Substring) -> String? {
        (try? JSONValue(parsing: String(line)))?["item"]?["title"]?.stringValue
    }
}
