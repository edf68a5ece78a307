import Foundation
import OpenMetrics
import Synchronization
import Trellis

/// The server-sent events of one page: events of the daemon, its log, the states of the plugins, and their use.
///
/// The parts of the feed wait while the browser does not read. The daemon then overwrites events and log entries in its
/// memory, and the feed contains the gap.
final class PageFeed: Sendable {
    private struct State {
        var position: StreamPosition
        /// The time at which the present write to the browser began.
        var writingSince: ContinuousClock.Instant?
    }

    /// The time between two comments, which show the browser that the connection works.
    private static let commentInterval = Duration.seconds(15)

    /// The time after which a browser that does not read loses its connection.
    private static let writeLimit = Duration.seconds(60)

    /// The time after which the states of the plugins are read again, although no event reported a change.
    private static let stateInterval = Duration.seconds(10)

    /// The minimum time between two readings of the states.
    private static let minimumStateInterval = Duration.milliseconds(250)

    /// The age of the log entries with which the feed of a new page begins, in seconds.
    private static let logAge = 300.0

    private let session: WebSession
    private let record: UsageRecord
    private let clock: WallClock
    private let state: Mutex<State>
    private let queue = BoundedQueue<String>(limit: 64)

    /// Signals that the state of a plugin has changed.
    private let transition = ChangeSignal()

    /// Creates the feed of a page.
    ///
    /// - Parameters:
    ///   - session: The session of the page.
    ///   - record: The use of the daemon.
    ///   - clock: The clock.
    ///   - start: The position at which the page continues; nil for a new page.
    ///   - run: The start time of the daemon. A position in another run does not apply.
    init(session: WebSession, record: UsageRecord, clock: WallClock, after start: StreamPosition?, in run: String) {
        (self.session, self.record, self.clock) = (session, record, clock)
        let position = start.flatMap { $0.started == run ? $0 : nil }
        state = Mutex(State(position: position ?? StreamPosition(event: 0, log: 0, started: run)))
    }

    /// Returns the text of the next server-sent event; nil at the end of the feed.
    func next() async throws -> String? { try await queue.next() }

    /// Ends the feed after the events that wait.
    func end() { queue.finish(with: ": end\n\n") }

    /// Performs a write to the browser, whose duration is limited.
    func watchingWrite(_ write: () async throws -> Void) async throws {
        state.withLock { $0.writingSince = .now }
        try await write()
        state.withLock { $0.writingSince = nil }
    }

    /// Adds events, until the task is cancelled, or a part of the feed fails.
    func run() async throws {
        let isNew = state.withLock(\.position.log) == 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.addEvents() }
            group.addTask { try await self.addStates() }
            group.addTask { try await self.addUsage() }
            group.addTask { try await self.addComments() }
            if let role = session.user.role, role >= .operate { group.addTask { try await self.addLog(isNew: isNew) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Adds a server-sent event.
    private func add(_ event: String, _ data: String, id: StreamPosition? = nil) async throws {
        let id = id.map { "id: \($0.text)\n" } ?? ""
        try await add("event: \(event)\n\(id)data: \(data)\n\n")
    }

    private func add(_ text: String) async throws {
        guard try await queue.send(text) == .accepted else { throw CancellationError() }
    }

    private func addEvents() async throws {
        let position = state.withLock(\.position)
        let parameters: JSONObject = [
            "after": .integer(Int64(position.event)), "started": .string(position.started), "follow": true,
        ]
        for try await reply in session.caller.stream("io.trellis.Host.Events", parameters) {
            let event = reply["event"]?.objectValue
            let new = state.withLock { state in
                state.position.event = event?["sequence"]?.integerValue.map { Int($0) } ?? state.position.event
                return state.position
            }
            if event != nil { transition.signal() }
            try await add("event", JSONValue.object(reply).formatted(), id: new)
        }
    }

    private func addLog(isNew: Bool) async throws {
        var parameters: JSONObject = ["follow": true]
        if isNew { parameters["since"] = .string((clock.now() - Self.logAge).rfc3339WithMilliseconds) }
        let last = state.withLock(\.position.log)
        for try await reply in session.caller.stream("io.trellis.Host.ReadLog", parameters) {
            let number = reply["entry"]?.objectValue?["number"]?.integerValue.map { Int($0) }
            // The page has the entries up to its position.
            if let number, number <= last { continue }
            let new = state.withLock { state in
                state.position.log = number ?? state.position.log
                return state.position
            }
            try await add("log", JSONValue.object(reply).formatted(), id: new)
        }
    }

    private func addStates() async throws {
        var known: [String: JSONObject] = [:]
        let due = transition.changes(isInitiallySignaled: true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await self.clock.sleep(Self.stateInterval)
                    self.transition.signal()
                }
            }
            defer { group.cancelAll() }
            for await _ in due {
                for plugin in try await session.plugins() {
                    var state = plugin
                    for usage in ["processorTime", "jobs", "longestJob"] { state[usage] = nil }
                    guard let name = plugin["name"]?.stringValue, known[name] != state else { continue }
                    known[name] = state
                    try await add("plugin", JSONValue.object(plugin).formatted())
                }
                try await clock.sleep(Self.minimumStateInterval)
            }
            throw CancellationError()
        }
    }

    private func addUsage() async throws {
        var known: [String: UsageRates] = [:]
        for await _ in record.changed.changes() {
            guard let sample = record.samples.last else { continue }
            let usages = record.usages
            let new = usages.filter { known[$0.key] != $0.value }.sorted { $0.key < $1.key }
            known = usages
            try await add("sample", sample.json.formatted())
            let list: JSONObject = ["usage": .array(new.map { $0.value.json(of: $0.key) })]
            if !new.isEmpty { try await add("usage", JSONValue.object(list).formatted()) }
        }
        throw CancellationError()
    }

    /// Adds comments, and ends the feed of a browser that does not read.
    private func addComments() async throws {
        while true {
            try await clock.sleep(Self.commentInterval)
            if let since = state.withLock(\.writingSince), since.duration(to: .now) > Self.writeLimit {
                throw CancellationError()
            }
            // No comment is necessary while other events wait for the browser.
            if state.withLock(\.writingSince) == nil { try await add(": \n\n") }
        }
    }
}
