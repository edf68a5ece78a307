import Synchronization

/// A reload that has been applied, with what reverts it.
struct AppliedReload: Sendable {
    /// The hash of its plan.
    var hash: String

    /// The changes of plugins.
    var changes: [ReloadPlan.PluginChange]

    /// The arrangement in use.
    var change: Rearrangement

    /// The change back to the previous arrangement.
    var reverting: Rearrangement

    /// The plugins that the change may have started or ended.
    var affected: Set<Supervision.Index>

    /// The plugins that ran before.
    var running: Set<Supervision.Index>
}

/// A reload whose plugins are watched: if one of them fails or becomes unhealthy within `confirmHealth`, the reload is reverted.
///
/// The next change of the configuration confirms it.
final class ReloadWatch: Sendable {
    /// The reload.
    let reload: AppliedReload

    /// The watched plugins, each with the number of its failures before the reload.
    let plugins: [Supervision.Index: Int]

    /// Signaled when the reload has been confirmed before its time.
    let ended = OneShotEvent()

    init(_ reload: AppliedReload, of plugins: [Supervision.Index: Int]) {
        self.reload = reload
        self.plugins = plugins
    }
}

/// The reload that is watched at present, if any.
final class ReloadWatches: Sendable {
    private let current = Mutex<ReloadWatch?>(nil)
    private let begin: @Sendable (ReloadWatch) -> Void

    /// The reloads, each from the time at which its watch begins.
    let all: AsyncStream<ReloadWatch>

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: ReloadWatch.self)
        all = stream
        begin = { continuation.yield($0) }
    }

    /// The watched plugins.
    var plugins: [Supervision.Index] { current.withLock { $0?.plugins.keys.sorted() ?? [] } }

    /// Begins to watch a reload.
    func add(_ watch: ReloadWatch) {
        current.withLock { $0 = watch }
        begin(watch)
    }

    /// Ends the watch of the current reload.
    ///
    /// - Returns: The reload; nil if none is watched.
    func end() -> AppliedReload? {
        let watch = current.withLock { current in
            defer { current = nil }
            return current
        }
        watch?.ended.signal()
        return watch?.reload
    }

    /// Ends the watch of a reload, unless another change has confirmed it.
    ///
    /// - Returns: Whether it was still watched.
    func end(_ watch: ReloadWatch) -> Bool {
        current.withLock { current in
            guard current === watch else { return false }
            current = nil
            return true
        }
    }
}
