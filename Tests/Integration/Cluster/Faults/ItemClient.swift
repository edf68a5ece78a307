import Synchronization
import Testing
import Varlink

/// A client that changes and reads items at random, and records every call.
struct ItemClient: Sendable {
    let host: ClusterHost
    let pool: ItemPool
    let load: FaultLoad
    let history: CallHistory

    /// Calls until the load ends.
    func run() async throws {
        while let connection = try await host.connect() {
            var isConnected = true
            while isConnected, !load.isFinished {
                // The clients share two processors with nine other processes.
                try await Task.sleep(for: .milliseconds(.random(in: 0...20)))
                isConnected = await call(nextRequest(), over: connection)
            }
        }
    }

    /// Adds an item, and tries again until an addition is acknowledged.
    ///
    /// - Returns: The revision of the change.
    func addMarker() async throws -> Int {
        while true {
            if let connection = try? RawConnection(to: host.workplace.socket) {
                let number = load.uniqueNumber()
                let request = RecordedCall.Request.add(title: "marker \(number)", count: number)
                _ = await call(request, over: connection)
                if case .item(let item) = history.lastOutcome(of: number) { return item.revision }
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func nextRequest() -> RecordedCall.Request {
        let number = load.uniqueNumber()
        guard !pool.isSmall, let (id, revision) = pool.random() else {
            return .add(title: "item \(number)", count: number)
        }
        switch Int.random(in: 0..<200) {
        case 0..<2: return .delete(id: id, ifRevision: Bool.random() ? revision : nil)
        case 2..<16: return .list
        case 16..<86: return .get(id: id)
        case 86..<140:
            let title = Bool.random() ? "title \(number)" : nil
            return .update(id: id, title: title, count: number, ifRevision: nil)
        default: return .update(id: id, title: nil, count: number, ifRevision: revision)
        }
    }

    /// Makes a call and records it.
    ///
    /// - Returns: Whether the connection is open.
    private func call(_ request: RecordedCall.Request, over connection: RawConnection) async -> Bool {
        let start = FaultLoad.now()
        let replies = await replies(to: request, over: connection)
        let outcome = outcome(of: request, replies: replies)
        history.append(RecordedCall(request: request, outcome: outcome, call: start, completion: FaultLoad.now()))
        load.count("\(request.method) \(outcome.name)")
        switch (request, outcome) {
        case (_, .item(let item)): pool.note(item)
        case (_, .items(let items)): for item in items { pool.note(item) }
        case (.delete(let id, _), .deleted), (.delete(let id, _), .unknown), (.get(let id), .absent),
            (.update(let id, _, _, _), .absent), (.delete(let id, _), .absent):
            pool.noteDeleted(id)
        case (.update(let id, _, _, _), .conflict(let actual)), (.delete(let id, _), .conflict(let actual)):
            pool.note(ReceivedItem(id: id, title: "", count: 0, revision: actual))
        default: break
        }
        return replies != nil
    }

    /// Makes a call and receives its replies.
    ///
    /// - Returns: The replies; nil when the connection ended before the last one.
    private func replies(to request: RecordedCall.Request, over connection: RawConnection) async -> [JSONValue]? {
        guard (try? await connection.send(message: request.message)) != nil else { return nil }
        var replies: [JSONValue] = []
        while let text = try? await connection.receive(), let reply = try? JSONValue(parsing: text) {
            replies.append(reply)
            if reply["continues"]?.boolValue != true { return replies }
        }
        return nil
    }

    private func outcome(of request: RecordedCall.Request, replies: [JSONValue]?) -> RecordedCall.Outcome {
        guard let replies, let last = replies.last else { return .unknown }
        if let error = last["error"]?.stringValue {
            switch error {
            case "io.trellis.Items.NoSuchItem": return .absent
            case "io.trellis.Items.Conflict":
                return (last["parameters"]?["actual"]?.integerValue).map { .conflict(actual: Int($0)) } ?? .unknown
            case "io.trellis.Items.StorageUnavailable": return .failed
            // The plugin may have ended during the call.
            case "io.trellis.Items.OutcomeUnknown", "io.trellis.Host.PluginNotRunning", "io.trellis.Host.ShuttingDown":
                return .unknown
            default:
                Issue.record("\(request): \(last)")
                return .unknown
            }
        }
        switch request {
        case .delete: return .deleted
        case .list: return .items(replies.compactMap { $0["parameters"]?["item"].flatMap(ReceivedItem.init) })
        case .add, .get, .update:
            guard let item = last["parameters"]?["item"].flatMap(ReceivedItem.init) else {
                Issue.record("\(request): \(last)")
                return .unknown
            }
            return .item(item)
        }
    }
}

extension ReceivedItem {
    /// Reads an item from a reply.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.stringValue, let title = value["title"]?.stringValue,
            let count = value["count"]?.integerValue, let revision = value["revision"]?.integerValue
        else { return nil }
        self.init(id: id, title: title, count: Int(count), revision: Int(revision))
    }
}

extension RecordedCall.Request {
    /// The message of the call.
    fileprivate var message: String {
        var parameters: JSONObject = [:]
        switch self {
        case .add(let title, let count): parameters = ["title": .string(title), "count": .integer(Int64(count))]
        case .get(let id): parameters = ["id": .string(id)]
        case .list: break
        case .update(let id, let title, let count, let expected):
            parameters = ["id": .string(id), "count": .integer(Int64(count))]
            if let title { parameters["title"] = .string(title) }
            if let expected { parameters["expectedRevision"] = .integer(Int64(expected)) }
        case .delete(let id, let expected):
            parameters = ["id": .string(id)]
            if let expected { parameters["expectedRevision"] = .integer(Int64(expected)) }
        }
        var call: JSONObject = ["method": .string("io.trellis.Items.\(method)"), "parameters": .object(parameters)]
        if case .list = self { call["more"] = true }
        return JSONValue.object(call).description
    }
}

/// The calls of all clients, in the order of their completion.
final class CallHistory: Sendable {
    private let recorded = Mutex<[RecordedCall]>([])

    /// The calls so far.
    var calls: [RecordedCall] { recorded.withLock(\.self) }

    /// Adds a call.
    func append(_ call: RecordedCall) { recorded.withLock { $0.append(call) } }

    /// The outcome of the addition with a count; nil if there is none.
    func lastOutcome(of count: Int) -> RecordedCall.Outcome? {
        recorded.withLock { calls in
            calls.last { call in if case .add(_, count) = call.request { true } else { false } }?.outcome
        }
    }
}
