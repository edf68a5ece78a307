import HostConfiguration
public import Trellis

/// The candidacies of this host for the plugins that run on one host at a time: a value without side effects.
///
/// The host stands as a candidate for a plugin only while it could start it, so that no host is elected whose plugin is disabled,
/// has failed, or waits for another plugin.
struct Placements: Sendable {
    typealias Index = Supervision.Index

    private enum State {
        /// Another host runs the plugin, or none does yet.
        case standing(reason: String)

        /// This host runs the plugin.
        case elected(FencingToken)
    }

    private struct Standing {
        let number: Int
        var state: State
        var holder: String?
    }

    /// The plugins that run on one host at a time.
    private var single: Set<Index> = []

    private var candidacies: [Index: Standing] = [:]

    /// The number of candidacies so far.
    private var count = 0

    /// Sets the placement of a plugin.
    mutating func set(_ placement: Placement, of plugin: Index) {
        if placement == .single { single.insert(plugin) } else { single.remove(plugin) }
    }

    /// The placement of a plugin.
    func placement(of plugin: Index) -> Placement { single.contains(plugin) ? .single : .everywhere }

    /// Whether this host stands as a candidate, and is not elected.
    func isStanding(for plugin: Index) -> Bool {
        if case .standing? = candidacies[plugin]?.state { true } else { false }
    }

    /// Whether this host is elected to run a plugin.
    func isElected(for plugin: Index) -> Bool {
        if case .elected? = candidacies[plugin]?.state { true } else { false }
    }

    /// The token of the election of this host; nil if it is not elected.
    func token(of plugin: Index) -> FencingToken? {
        if case .elected(let token)? = candidacies[plugin]?.state { token } else { nil }
    }

    /// The name of the other host that runs a plugin, if it is known.
    func holder(of plugin: Index) -> String? { candidacies[plugin]?.holder }

    /// Begins the candidacy for a plugin that can start, if it needs one.
    ///
    /// - Returns: The reason why the plugin does not start on this host; nil if it may start.
    mutating func standby(_ plugin: Index, _ actions: inout [Supervision.Action]) -> String? {
        guard single.contains(plugin) else {
            withdraw(plugin, &actions)
            return nil
        }
        switch candidacies[plugin]?.state {
        case .elected: return nil
        case .standing(let reason): return reason
        case nil:
            count += 1
            let reason = "it is not known yet which host runs it"
            candidacies[plugin] = Standing(number: count, state: .standing(reason: reason))
            actions.append(.stand(plugin, number: count))
            return reason
        }
    }

    /// Ends the candidacy for a plugin that cannot start, if there is one.
    mutating func withdraw(_ plugin: Index, _ actions: inout [Supervision.Action]) {
        if candidacies.removeValue(forKey: plugin) != nil { actions.append(.withdraw(plugin)) }
    }

    /// Handles an event of a candidacy; events of earlier candidacies have no effect.
    ///
    /// - Returns: The reason why a life of the plugin ends, if it does.
    mutating func handle(_ event: CandidacyEvent, of plugin: Index, number: Int) -> String? {
        guard let candidacy = candidacies[plugin], candidacy.number == number else { return nil }
        switch event {
        case .waiting(let reason, let holder):
            candidacies[plugin]?.state = .standing(reason: reason)
            candidacies[plugin]?.holder = holder
        case .elected(let token):
            candidacies[plugin]?.state = .elected(token)
            candidacies[plugin]?.holder = nil
        case .lost(let reason):
            candidacies[plugin]?.state = .standing(reason: reason)
            return reason
        }
        return nil
    }
}

/// An event of the candidacy of this host for running a plugin.
public enum CandidacyEvent: Sendable, Equatable {
    /// Another host runs the plugin, or it is not known which one does.
    ///
    /// - Parameters:
    ///   - reason: The reason, such as `the host web2 runs it`.
    ///   - holder: The name of the other host, if it is known.
    case waiting(because: String, holder: String?)

    /// This host runs the plugin from now on, until ``lost(because:)``.
    case elected(FencingToken)

    /// Another host may run the plugin soon, so that this host closes it at once.
    ///
    /// - Parameter reason: The reason, such as `the cluster has not responded for 10 s`.
    case lost(because: String)
}
