import HostInterface
import Synchronization
import Varlink

/// The state of the sample plugin, which tests change and wait for.
///
/// For example, a test adds a sound, which the plugin sends to its clients, or waits until the plugin is called.
final class SampleState: Sendable {
    private struct State {
        var sounds: [JSONValue] = []
        var words: [ConnectionID: [JSONValue]] = [:]
        /// The available changes, the first of which has the revision `forgotten` + 1.
        var changes: [String] = []
        var forgotten = 0
        var calls: [String] = []
        var requestIDs: [String] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
        /// The router of the daemon; nil before the daemon runs.
        var router: VarlinkRouter?
        /// Whether the plugin is stopped.
        var isStopped = false
        /// The problems that the daemon reports; nil for a version that does not report them.
        var problems: [HostContract.Problem]? = []
        var transitions: [HostContract.PluginTransition] = []
        /// The settings of the daemon; nil for the default ones.
        var settings: [HostContract.Setting]?
    }

    @TaskLocal static var current = SampleState()

    private let state = Mutex(State())

    // MARK: - Sounds and words

    var sounds: [JSONValue] { state.withLock(\.sounds) }

    func place(_ sounds: [JSONValue]) { change { $0.sounds += sounds } }

    /// Waits until there are more than `count` sounds, and returns those after the first `count`; empty if the task is
    /// cancelled.
    func sounds(after count: Int) async -> [JSONValue] {
        while true {
            let sounds = sounds
            if sounds.count > count || Task.isCancelled { return Array(sounds.dropFirst(count)) }
            await waitForChange { $0.sounds.count <= count }
        }
    }

    func remember(_ word: JSONValue, for connection: ConnectionID) {
        change { $0.words[connection, default: []].append(word) }
    }

    func words(of connection: ConnectionID) -> [JSONValue] { state.withLock { $0.words[connection] ?? [] } }

    // MARK: - Calls

    /// The called methods, in order.
    var calls: [String] { state.withLock(\.calls) }

    /// The request IDs of the calls, in order.
    var requestIDs: [String] { state.withLock(\.requestIDs) }

    func note(_ call: String) {
        let requestID = CallIdentity.current?.requestID ?? "none"
        change {
            $0.calls.append(call)
            $0.requestIDs.append(requestID)
        }
    }

    /// Waits until a method has been called `count` times, or the test is cancelled.
    func wait(for call: String, count: Int = 1) async {
        while calls.count(where: { $0 == call }) < count, !Task.isCancelled {
            await waitForChange { $0.calls.count(where: { $0 == call }) < count }
        }
    }

    // MARK: - The plugin

    /// Whether the plugin is stopped, so that its calls end.
    var isStopped: Bool { state.withLock(\.isStopped) }

    /// Stores the router of the running daemon.
    func serve(by router: VarlinkRouter) { change { $0.router = router } }

    /// Stops the plugin, like the daemon: unregisters its interface and ends its calls.
    func stopPlugin() {
        let router = state.withLock(\.router)
        router?.unregister([SampleContract.contract.name])
        change { $0.isStopped = true }
    }

    /// Starts the plugin again.
    func startPlugin() throws {
        change { $0.isStopped = false }
        try state.withLock(\.router)?.register(SampleInterface(state: self))
    }

    // MARK: - Problems and transitions

    /// Reports a change of a plugin's state to the clients that follow the events of the daemon.
    func move(_ plugin: String, from old: HostContract.PluginState, to new: HostContract.PluginState) {
        change { $0.transitions.append(.init(plugin: plugin, from: old, to: new, reason: "it is \(new)")) }
    }

    /// The reported changes of states, in order.
    var transitions: [HostContract.PluginTransition] { state.withLock(\.transitions) }

    /// Waits until there are more than `count` transitions, and returns those after the first `count`; empty if the task is
    /// cancelled.
    func transitions(after count: Int) async -> [HostContract.PluginTransition] {
        while true {
            let transitions = transitions
            if transitions.count > count || Task.isCancelled { return Array(transitions.dropFirst(count)) }
            await waitForChange { $0.transitions.count <= count }
        }
    }

    /// The problems that the daemon reports; nil for a version that does not report them.
    var problems: [HostContract.Problem]? {
        get { state.withLock(\.problems) }
        set { change { $0.problems = newValue } }
    }

    // MARK: - The configuration

    /// The settings of the daemon; nil for the default ones.
    var settings: [HostContract.Setting]? { state.withLock(\.settings) }

    func configure(_ settings: [HostContract.Setting]) { change { $0.settings = settings } }

    // MARK: - Changes

    func tell(_ change: String) { self.change { $0.changes.append(change) } }

    /// Removes all changes, so that a client cannot resume from an earlier revision.
    func forget() {
        change {
            $0.forgotten += $0.changes.count
            $0.changes = []
        }
    }

    /// Removes all changes, and one that no client has received, so that no client can continue.
    func lose() {
        change {
            $0.forgotten += $0.changes.count + 1
            $0.changes = []
        }
    }

    /// The revision of the last change.
    var revision: Int { state.withLock { $0.forgotten + $0.changes.count } }

    /// Waits for changes after a revision, and returns them; nil if the revision is no longer available.
    func changes(after revision: Int) async -> [String]? {
        while true {
            let (changes, forgotten) = state.withLock { ($0.changes, $0.forgotten) }
            guard revision >= forgotten else { return nil }
            if revision - forgotten < changes.count { return Array(changes[(revision - forgotten)...]) }
            await waitForChange { $0.forgotten + $0.changes.count <= revision && !$0.isStopped }
            if Task.isCancelled || isStopped { return [] }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let watchers = state.withLock { state in
            body(&state)
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.resume() }
    }

    private func waitForChange(while condition: (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard condition(state), !Task.isCancelled else { return false }
                    state.watchers.append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            change { _ in }
        }
    }
}
