import Foundation
import Synchronization
import Testing
import Varlink

/// Clients of Items that change and watch the list, and record every acknowledgement.
final class ItemLoad: Sendable {
    let daemon: SoakDaemon
    let ledger = ItemLedger()

    /// The revisions that each watch has received.
    private let watched = Mutex<[[Int64]]>([])

    init(daemon: SoakDaemon) {
        self.daemon = daemon
    }

    private enum Outcome {
        case reply(JSONValue)
        case rejected
        case unknown
    }

    /// Adds, updates and deletes items until the load ends.
    func write(as client: Int) async throws {
        var own: [String: ItemLedger.Item] = [:]
        var number = 0
        while let connection = try await daemon.connect() {
            var isConnected = true
            while isConnected, !daemon.isFinished {
                number += 1
                switch (Int.random(in: 0..<10), own.randomElement()) {
                case (0, let (id, _)?):
                    isConnected = await delete(id, over: connection)
                    own[id] = nil
                case (1...3, let (id, item)?):
                    let changed = ItemLedger.Item(title: item.title, count: number)
                    let outcome = await call(
                        "Update", ["id": .string(id), "count": .integer(Int64(number))], connection)
                    switch outcome {
                    case .reply:
                        own[id] = changed
                        ledger.note(id, is: changed)
                    case .rejected: break
                    case .unknown:
                        own[id] = nil
                        ledger.noteUncertain(id: id)
                        isConnected = false
                    }
                default:
                    let titles = (0..<[1, 1, 1, 20].randomElement()!).map { "\(client)-\(number)-\($0)" }
                    guard let added = await add(titles, over: connection) else {
                        isConnected = false
                        continue
                    }
                    own.merge(added) { $1 }
                    // A list without a size limit would dominate the measurement.
                    while own.count > 400, isConnected, let id = own.keys.randomElement() {
                        isConnected = await delete(id, over: connection)
                        own[id] = nil
                    }
                }
            }
        }
    }

    private func add(_ titles: [String], over connection: RawConnection) async -> [String: ItemLedger.Item]? {
        let items = titles.map { JSONValue.object(["title": .string($0), "count": .integer(1)]) }
        switch await call("AddMany", ["items": .array(items)], connection) {
        case .reply(let reply):
            var added: [String: ItemLedger.Item] = [:]
            for item in reply["items"]?.arrayValue ?? [] {
                guard let id = item["id"]?.stringValue, let title = item["title"]?.stringValue else { continue }
                added[id] = ItemLedger.Item(title: title, count: 1)
            }
            #expect(added.count == titles.count)
            for (id, item) in added { ledger.note(id, is: item) }
            return added
        case .rejected: return [:]
        case .unknown:
            ledger.noteUncertain(titles: titles)
            return nil
        }
    }

    /// Deletes an item, and returns whether the connection is still open.
    private func delete(_ id: String, over connection: RawConnection) async -> Bool {
        switch await call("Delete", ["id": .string(id)], connection) {
        case .reply: ledger.noteDeleted(id)
        case .rejected: ledger.noteUncertain(id: id)
        case .unknown:
            ledger.noteUncertain(id: id)
            return false
        }
        return true
    }

    private func call(_ method: String, _ parameters: JSONObject, _ connection: RawConnection) async -> Outcome {
        let call = JSONValue.object([
            "method": .string("io.trellis.Items.\(method)"), "parameters": .object(parameters),
        ])
        guard (try? await connection.send(message: call.description)) != nil,
            let text = try? await connection.receive(), let reply = try? JSONValue(parsing: text)
        else { return .unknown }
        guard let error = reply["error"]?.stringValue else {
            daemon.count("changes")
            return .reply(reply["parameters"] ?? .object([:]))
        }
        daemon.count(error)
        switch error {
        case "io.trellis.Items.StorageFull": return .rejected
        case "io.trellis.Host.ShuttingDown": return .unknown
        default:
            Issue.record("\(method) \(parameters): \(text)")
            return .unknown
        }
    }

    /// Watches the changes until the load ends, also after restarts of the daemon, and records their revisions.
    func watch() async throws {
        var revisions: [Int64] = []
        defer { watched.withLock { $0.append(revisions) } }
        while let connection = try await daemon.connect() {
            let last = revisions.last ?? 0
            try? await connection.send(message: Self.watch(since: last))
            while !daemon.isFinished, let text = try? await connection.receive(),
                let reply = try? JSONValue(parsing: text)
            {
                if let error = reply["error"]?.stringValue {
                    if error == "io.trellis.Items.HistoryUnavailable" { Issue.record("after \(last): \(text)") }
                    daemon.count(error)
                    break
                }
                guard let revision = reply["parameters"]?["revision"]?.integerValue else { continue }
                if reply["parameters"]?["event"]?.stringValue == "ready" {
                    #expect(revision == revisions.last ?? 0)
                    continue
                }
                revisions.append(revision)
                daemon.count("watched")
            }
        }
    }

    private static func watch(since revision: Int64) -> String {
        #"{"method":"io.trellis.Items.Watch","parameters":{"since":\#(revision)},"more":true}"#
    }

    /// Expects that each watch has received each change of the history once and in order, up to its last one.
    func verifyWatches() async throws {
        let connection = try RawConnection(to: daemon.workplace.socket)
        try await connection.send(message: Self.watch(since: 0))
        var history: [Int64] = []
        while true {
            let reply = try #require(try await connection.receive())
            let event = try JSONValue(parsing: reply)["parameters"]
            let revision = try #require(event?["revision"]?.integerValue)
            if event?["event"]?.stringValue == "ready" { break }
            history.append(revision)
        }
        #expect(!history.isEmpty)
        for revisions in watched.withLock(\.self) {
            let isComplete = history.starts(with: revisions)
            #expect(isComplete, "\(revisions.count) of \(history.count) changes, the last one \(revisions.last ?? 0)")
        }
    }
}
