import Systemd
import Trellis

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
            let obstacle = members[waiting].predecessors.first(where: {
                members[waiting].requirements.contains($0) && members[$0].machine.phase != .running
            })
        {
            found.append(obstacle)
            waiting = obstacle
        }
        return found
    }

    /// The failure of a required plugin that is not started again, or that needs such a plugin.
    func findRequiredFailure() -> HostFailure? {
        let failed = members.indices.filter { index in
            let machine = members[index].machine
            return machine.hasFailed || machine.isDelayed && !machine.hasRun && !hasStarted
        }
        // A plugin that failed itself comes before those that need it.
        if let own = failed.first(where: { members[$0].isRequired }) { return members[own].machine.failure }
        for index in failed {
            guard let failure = members[index].machine.failure,
                let dependent = requiring(index).first(where: { members[$0].isRequired })
            else { continue }
            let name = members[dependent].name
            return HostFailure(
                failure.exitStatus,
                "the plugin \(name) can't start: it needs the plugin \(members[index].name), which failed: \(failure.reason)",
                errno: failure.errno)
        }
        return nil
    }
}
