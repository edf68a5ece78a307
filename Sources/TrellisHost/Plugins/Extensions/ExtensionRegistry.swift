import Synchronization
import Trellis

/// The extension points of running plugins, and the contributions of running plugins.
///
/// The two sides are independent: a contribution is inactive while no list of its point is attached.
final class ExtensionRegistry: Sendable {
    /// The contributions of one plugin, each an `Extension` of its point.
    typealias Contributions = [BindingKey: [any Sendable]]

    private struct State {
        var lists: [BindingKey: (owner: String, list: any ExtensionListing)] = [:]
        var contributions: [String: Contributions] = [:]

        /// The contributions to a point, sorted by the names of the plugins.
        func extensions(of point: BindingKey) -> [any Sendable] {
            contributions.sorted { $0.key < $1.key }.flatMap { $0.value[point] ?? [] }
        }
    }

    private let state = Mutex(State())

    /// Adds the lists of a plugin that runs, or those of the root.
    func attach(_ lists: [any ExtensionListing], of owner: String) {
        state.withLock { state in
            for list in lists {
                let point = type(of: list).point
                state.lists[point] = (owner, list)
                list.update(state.extensions(of: point))
            }
        }
    }

    /// Removes the lists of a plugin that is about to stop, or those of the root, and ends them.
    func detachLists(of owner: String) {
        let lists = state.withLock { state in
            let lists = state.lists.filter { $0.value.owner == owner }
            for point in lists.keys { state.lists[point] = nil }
            return lists.values.map(\.list)
        }
        for list in lists { list.finish() }
    }

    /// Replaces the contributions of a plugin in one step.
    ///
    /// - Parameters:
    ///   - contributions: The contributions; empty for a plugin that is about to stop.
    ///   - plugin: The name of the plugin.
    func publish(_ contributions: Contributions, of plugin: String) {
        state.withLock { state in
            let old = state.contributions[plugin] ?? [:]
            if old.isEmpty, contributions.isEmpty { return }
            state.contributions[plugin] = contributions.isEmpty ? nil : contributions
            // The lists are updated under the lock, so that the last change is the last update.
            for point in Set(old.keys).union(contributions.keys) {
                state.lists[point]?.list.update(state.extensions(of: point))
            }
        }
    }
}
