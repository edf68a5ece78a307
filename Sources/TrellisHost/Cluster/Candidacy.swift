/// A candidacy of this host for running a plugin.
final class Candidacy: Sendable {
    private let plugin: String
    private let cluster: any Cluster
    private let previousEnded: OneShotEvent?
    private let report: @Sendable (CandidacyEvent) -> Void
    private let withdrawn = OneShotEvent()
    private let ended = OneShotEvent()

    /// Creates a candidacy that has not begun.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - cluster: The cluster.
    ///   - previous: The previous candidacy for the plugin, which ends first, if there was one.
    ///   - report: Receives the events.
    init(
        for plugin: String, in cluster: any Cluster, after previous: Candidacy?,
        reporting report: @escaping @Sendable (CandidacyEvent) -> Void
    ) {
        (self.plugin, self.cluster, self.report) = (plugin, cluster, report)
        previousEnded = previous?.ended
    }

    /// Stands as a candidate until ``withdraw()`` is called or the task is cancelled.
    func run() async {
        defer { ended.signal() }
        await previousEnded?.waitIgnoringCancellation()
        // The cancellation is the only error.
        try? await withCancellation(when: withdrawn) { [cluster, plugin, report] in
            await cluster.stand(for: plugin, reporting: report)
        }
    }

    /// Ends the candidacy.
    func withdraw() { withdrawn.signal() }
}
