/// What a look-up of a key from a scope found.
enum Finding {
    /// A binding of the scope itself, or of one above it.
    case bound(Route, Level, Int)
    /// An export of a scope beside it, or beside one above it.
    case exported(by: Level, Passage)
    /// Several that none is nearer than the others.
    case ambiguous([Candidate])
    /// An import from a scope that does not export the key.
    case unmetImport(Blueprint.Import, by: Level)
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
    ///   - need: What is asked for.
    ///   - exports: What the scopes under a parent export, by that parent's layout.
    ///   - isLive: Whether it is what is exported for `Live`.
    /// - Returns: What was found.
    func find(_ need: Need, exports: [ObjectIdentifier: SiblingExports], isLive: Bool = false) -> Finding {
        let key = need.key
        var route = Route()
        var level = self
        var exporters: [(level: Level, passage: Finding.Passage)] = []
        while true {
            let isOwn = level === self
            if !(isOwn && need.isAbove), let index = level.table.index[key],
                isOwn || !level.blueprint.bindings[index].isPrivate
            {
                if exporters.isEmpty { return .bound(route, level, index) }
                let own = Finding.Candidate(level: level, binding: level.blueprint.bindings[index])
                return .ambiguous(exporters.compactMap { $0.level.candidate(for: key) } + [own])
            }
            // What decorates an import finds it here, too.
            if let imported = level.table.imports[key] {
                level.usedImports.insert(key)
                let passage = Finding.Passage(route: route, level: level)
                return level.find(imported, from: passage, exports: exports, isLive: isLive)
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

    /// Looks for the scope that an import names, beside this one and then beside those above.
    private func find(
        _ imported: Blueprint.Import, from passage: Finding.Passage, exports: [ObjectIdentifier: SiblingExports],
        isLive: Bool
    ) -> Finding {
        var passage = passage
        while let parent = passage.level.parent {
            if let layout = parent.layout, let beside = exports[ObjectIdentifier(layout)] {
                let found = (isLive ? beside.live : beside.direct)[imported.key] ?? []
                if let exporter = found.first(where: { $0.blueprint.name == imported.exporter }) {
                    return .exported(by: exporter, passage)
                }
            }
            passage = Finding.Passage(route: passage.route + Route(hops: [.up]), level: parent)
        }
        return .unmetImport(imported, by: self)
    }

    private func candidate(for key: BindingKey) -> Finding.Candidate? {
        table.liveExports[key].map { Finding.Candidate(level: self, binding: $0) }
    }
}
