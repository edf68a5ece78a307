import HostSupport
import Trellis

import enum Systemd.ExitStatus

extension Supervision {
    /// The plugins that wait for a plugin, directly or indirectly.
    func requiring(_ plugin: Index) -> [Index] {
        var found: [Index] = []
        var remaining = [plugin]
        while let next = remaining.popLast() {
            for dependent in members[next].dependents
            where members[dependent].requirements.contains(next) && members[dependent].machine.isReady
                && !found.contains(dependent)
            {
                found.append(dependent)
                remaining.append(dependent)
            }
        }
        return found
    }

    /// The plugins whose lives end when that of a plugin ends, in the order in which they started.
    func affected(by plugin: Index) -> [Index] {
        var found: Set<Index> = []
        var remaining = [plugin]
        while let next = remaining.popLast() {
            for dependent in members[next].dependents where isAlive(dependent) && members[dependent].held.contains(next)
            {
                if found.insert(dependent).inserted { remaining.append(dependent) }
            }
        }
        return found.sorted()
    }

    /// The plugins that prevent the start of a plugin that is ready: the one for which it waits, the one for which that
    /// plugin waits, and so on.
    func obstacles(of plugin: Index) -> [Index] {
        var found: [Index] = []
        var waiting = plugin
        while members[waiting].machine.isReady,
            let obstacle = members[waiting].requirements.first(where: { members[$0].machine.phase != .running })
        {
            found.append(obstacle)
            waiting = obstacle
        }
        return found
    }

    /// The failure that stops the daemon, if any: that of a required plugin that is not started again, or that of a plugin
    /// for which a required one waits.
    ///
    /// Only the given plugins and those that wait for them are considered. A required plugin that waits since an operator
    /// started it thus does not stop the daemon because of an unrelated plugin.
    ///
    /// - Parameter plugins: Plugins that may have failed, or may wait for one that has.
    /// - Returns: The failure; nil if the daemon continues.
    func requiredFailure(of plugins: [Index]) -> HostFailure? {
        // A plugin that failed itself comes before those that need it.
        let own = plugins.first { members[$0].isRequired && isLost($0) }
        if let own { return members[own].machine.failure }
        for plugin in plugins {
            guard let lost = lostRequirement(of: plugin), let failure = members[lost].machine.failure,
                let dependent = ([plugin] + requiring(plugin)).first(where: { members[$0].isRequired })
            else { continue }
            let (name, cause) = (members[dependent].name, members[lost].name)
            return HostFailure(
                failure.exitStatus,
                "the plugin \(name) cannot start: it needs the plugin \(cause), which failed: \(failure.reason)",
                errno: failure.errno)
        }
        return nil
    }

    /// The plugin itself if it is not started again after a failure, or such a plugin for which it waits, directly or
    /// indirectly.
    private func lostRequirement(of plugin: Index) -> Index? {
        var remaining = [plugin]
        var seen: Set<Index> = []
        while let next = remaining.popLast() {
            if isLost(next) { return next }
            guard members[next].machine.isReady else { continue }
            remaining += members[next].requirements.filter { seen.insert($0).inserted }
        }
        return nil
    }

    /// Whether a plugin has failed and is not started again.
    ///
    /// Before every plugin has started or failed once, a single failure suffices: systemd then starts the daemon again.
    private func isLost(_ plugin: Index) -> Bool {
        let machine = members[plugin].machine
        guard machine.failure != nil else { return false }
        return machine.hasFailed || machine.isDelayed && !machine.hasRun && !hasStarted
    }
}
