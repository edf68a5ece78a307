/// What a look-up of a key from a scope found.
enum Finding {
    /// A binding of the scope itself, or of one above it.
    case bound(Route, Level, Int)
    /// An export of a scope beside it, or beside one above it.
    case exported(by: Level, Passage)
    /// Several that none is nearer than the others.
    case ambiguous([Candidate])
    /// Nothing.
    case nothing

    /// Where a look-up leaves a scope for its parent.
    struct Passage {
        /// The way from the scope that asks to the last one below the parent.
        let route: Route
        /// The last scope below the parent.
        let level: Level
    }

    /// One of several that a key is provided by.
    struct Candidate {
        let level: Level
        let binding: Binding
    }
}

extension Level {
    /// Looks a key up: here, then in the parent, and so on; beside a scope only when neither it nor what is in it has
    /// the key.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - exports: What the scopes under a parent export, by that parent's layout.
    ///   - isLive: Whether it is `Live` that is asked for.
    /// - Returns: What was found.
    func find(
        _ key: BindingKey, exports: [ObjectIdentifier: SiblingExports], isLive: Bool = false
    ) -> Finding {
        var route = Route()
        var level = self
        var exporters: [(level: Level, passage: Finding.Passage)] = []
        while true {
            if let index = level.table.index[key] {
                if exporters.isEmpty { return .bound(route, level, index) }
                let own = Finding.Candidate(level: level, binding: level.blueprint.bindings[index])
                return .ambiguous(exporters.compactMap { $0.level.candidate(for: key) } + [own])
            }
            guard let parent = level.parent else { break }
            if let layout = parent.layout, let beside = exports[ObjectIdentifier(layout)] {
                let passage = Finding.Passage(route: route, level: level)
                let found = (isLive ? beside.live : beside.direct)[key] ?? []
                // What a scope in this one exports is nearer than what others do.
                let own = found.filter { $0.isSame(as: level) }
                exporters += (own.isEmpty ? found : own).map { ($0, passage) }
            }
            route.hops.append(.up)
            level = parent
        }
        switch exporters.count {
        case 0: return .nothing
        case 1: return .exported(by: exporters[0].level, exporters[0].passage)
        default: return .ambiguous(exporters.compactMap { $0.level.candidate(for: key) })
        }
    }

    private func candidate(for key: BindingKey) -> Finding.Candidate? {
        table.liveExports[key].map { Finding.Candidate(level: self, binding: $0) }
    }
}
