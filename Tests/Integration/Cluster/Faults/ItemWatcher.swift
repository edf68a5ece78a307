import Synchronization
import Testing
import Varlink

/// A client that watches the items on a host, resumes after the last revision that it received, and records every event.
final class ItemWatcher: Sendable {
    let host: ClusterHost
    private let load: FaultLoad
    private let isOver = Mutex(false)
    private let state = Mutex<(last: Int?, records: [WatchRecord])>((nil, []))

    /// The revisions up to which the watch has reported the changes.
    private let progress = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(_ host: ClusterHost, load: FaultLoad) {
        (self.host, self.load) = (host, load)
    }

    /// The events so far.
    var records: [WatchRecord] { state.withLock(\.records) }

    /// Watches until ``end()`` is called and the connection is closed.
    func run() async throws {
        while !isOver.withLock(\.self) {
            try await Task.sleep(for: .milliseconds(50))
            guard let connection = try? RawConnection(to: host.workplace.socket) else { continue }
            let since = state.withLock(\.last)
            var parameters: JSONObject = [:]
            if let since { parameters["since"] = .integer(Int64(since)) }
            let call = JSONValue.object([
                "method": "io.trellis.Items.Watch", "parameters": .object(parameters), "more": true,
            ])
            guard (try? await connection.send(message: call.description)) != nil else { continue }
            record(.began(since: since))
            while let text = try? await connection.receive(), let reply = try? JSONValue(parsing: text) {
                if let error = reply["error"]?.stringValue {
                    end(with: error, reply)
                    break
                }
                receive(reply["parameters"] ?? .null)
            }
        }
    }

    /// Ends the watch with its connection.
    func end() { isOver.withLock { $0 = true } }

    /// Waits until the watch has reported the changes up to a revision.
    func wait(for revision: Int) async {
        for await reached in progress.stream where reached >= revision { return }
    }

    private func record(_ record: WatchRecord) { state.withLock { $0.records.append(record) } }

    private func end(with error: String, _ reply: JSONValue) {
        load.count("watch ended: \(error)")
        switch error {
        case "io.trellis.Items.HistoryUnavailable": state.withLock { $0.last = nil }
        case "io.trellis.Items.StorageUnavailable", "io.trellis.Host.PluginNotRunning", "io.trellis.Host.ShuttingDown":
            break
        default: Issue.record("\(host.name): \(reply)")
        }
    }

    private func receive(_ event: JSONValue) {
        guard let kind = event["event"]?.stringValue else {
            Issue.record("\(host.name): \(event)")
            return
        }
        let item = event["item"].flatMap(ReceivedItem.init)
        let revision = event["revision"]?.integerValue.map { Int($0) }
        switch (kind, item, revision) {
        case ("present", let item?, _): record(.present(item))
        case ("ready", _, let revision?):
            record(.ready(revision: revision))
            reach(revision)
        default:
            guard let kind = WatchedChange.Kind(rawValue: kind), let item, let revision else {
                Issue.record("\(host.name): \(event)")
                return
            }
            record(.changed(WatchedChange(kind: kind, item: item, revision: revision, time: FaultLoad.now())))
            load.count("watched changes")
            // Before `ready`, a watch without a revision cannot be resumed.
            if state.withLock({ $0.last != nil }) { reach(revision) }
        }
    }

    private func reach(_ revision: Int) {
        state.withLock { $0.last = revision }
        progress.continuation.yield(revision)
    }
}
