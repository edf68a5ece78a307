/// Finds out where the needs of a scope's bindings are met, and notes what is at fault.
struct Resolver {
    let exports: [ObjectIdentifier: SiblingExports]
    let suggestions: Suggestions
    var faults: [Fault] = []

    /// Which sibling takes what from which, for the order of opening.
    var dependencies: [SiblingDependency] = []

    init(exports: [ObjectIdentifier: SiblingExports], suggestions: Suggestions) {
        self.exports = exports
        self.suggestions = suggestions
    }

    /// Resolves every need of a new scope.
    mutating func resolve(_ level: Level) {
        let writer = FaultWriter(level, exports: exports, suggestions: suggestions)
        checkDeclarations(of: level, writer)
        // Kept apart from the level meanwhile, so that the access to each need not be guarded.
        var (references, eager, transient) = (level.references, level.isEager, level.isTransient)
        var (offsets, regionSize) = (level.offsets, level.regionSize)
        // What is only looked at in its place needs no counting of references to it.
        let bindings = level.blueprint.bindings
        let table = level.table
        // Without imports, what a scope provides itself is what it finds.
        let isSimple = table.imports.isEmpty
        for index in bindings.indices {
            let isTransient = bindings[index].isTransient
            let isLazy = bindings[index].isLazy
            if isTransient || isLazy || bindings[index].flaw != nil { check(bindings[index], writer) }
            if isTransient { level.hasTransients = true }
            if isLazy { level.hasLazy = true }
            transient.append(isTransient)
            eager.append(!isLazy && !isTransient)
            offsets.append(Int32(bindings[index].extent.place(in: &regionSize)))
            let requester = Requester(level: level, index: index)
            for need in bindings[index].needs {
                if isSimple, need.isPlain, !need.isAbove, let found = table.index[need.key] {
                    references.append(.instance(Reference.Place(route: 0, index: found)))
                } else {
                    references.append(resolve(need, of: requester, in: level, writer))
                }
            }
            references.endList()
        }
        (level.references, level.isEager, level.isTransient) = (references, eager, transient)
        (level.offsets, level.regionSize) = (offsets, regionSize)
        if case .scene(let model) = level.blueprint.kind {
            if !model.isPlain {
                faults.append(writer.unusableModel(model))
            } else if let index = level.table.index[model.key] {
                level.exit = .instance(Reference.Place(route: 0, index: index))
            } else {
                faults.append(writer.missingModel(model))
            }
        }
    }

    private mutating func resolve(
        _ need: Need, of requester: Requester, in level: Level, _ writer: FaultWriter
    ) -> Reference {
        switch need.kind {
        case .building: return .scope
        case .all:
            if need.asksForParameters { faults.append(writer.unusableElement(need, of: requester.binding)) }
            return level.targets.reference(to: places(of: need.key, seenFrom: level))
        case .instance, .live, .lazy: break
        }
        switch level.find(need, exports: exports) {
        case .bound(let route, let declarer, let index):
            return bound(need, of: requester, at: route, declarer, index, writer)
        case .exported(let exporter, let passage):
            // For a `Live`, the cell does that outlasts the exporter.
            guard need.kind != .live, let index = exporter.table.index[need.key] else {
                return live(need, of: requester, in: level, writer)
            }
            let route = importRoute(to: exporter, from: level)
            note(exporter, passage, requester, need, in: level)
            return bound(need, of: requester, at: route, exporter, index, writer)
        case .ambiguous(let candidates):
            faults.append(writer.ambiguous(need, of: requester.binding, candidates))
            return .absent
        case .unmetImport where need.kind == .live:
            return live(need, of: requester, in: level, writer)
        case .unmetImport(let imported, let importer):
            faults.append(writer.unmetImport(imported, by: importer, need, of: requester.binding))
            return .absent
        case .nothing:
            return live(need, of: requester, in: level, writer)
        }
    }

    /// A need that a binding meets, wherever that is.
    private mutating func bound(
        _ need: Need, of requester: Requester, at route: Route, _ declarer: Level, _ index: Int,
        _ writer: FaultWriter
    ) -> Reference {
        let place = Reference.Place(route: requester.level.targets.number(of: route), index: index)
        guard need.kind != .instance else { return .instance(place) }
        let target = declarer.blueprint.bindings[index]
        if target.isTransient {
            faults.append(writer.cellOfTransient(need, of: requester.binding, target, in: declarer))
        }
        return need.kind == .live ? .live(place) : .cell(place)
    }

    /// A need that can only be met by what a scope exports for `Live`, or not at all.
    private mutating func live(
        _ need: Need, of requester: Requester, in level: Level, _ writer: FaultWriter
    ) -> Reference {
        if need.kind == .live {
            switch level.find(need, exports: exports, isLive: true) {
            case .exported(let exporter, let passage):
                if let other = exporter.table.liveConflicts[need.key] {
                    faults.append(writer.ambiguousInside(need, of: requester.binding, exporter, other))
                }
                if let target = exporter.table.liveExports[need.key], target.isLazy {
                    faults.append(writer.liveOfLazyExport(need, of: requester.binding, target, in: exporter))
                }
                note(exporter, passage, requester, need, in: level)
                return level.targets.reference(
                    to: ReferenceTargets.Exchange(
                        route: passage.route + Route(hops: [.up]), child: exporter.blueprint.name, key: need.key))
            case .ambiguous(let candidates):
                faults.append(writer.ambiguous(need, of: requester.binding, candidates))
                return .absent
            case .unmetImport(let imported, let importer):
                faults.append(writer.unmetImport(imported, by: importer, need, of: requester.binding))
                return .absent
            case .bound, .nothing: break
            }
        }
        if !need.isOptional { faults.append(writer.unmet(need, of: requester.binding)) }
        return .absent
    }

    /// The contributions that a scope sees: those of the outermost scope first.
    private func places(of key: BindingKey, seenFrom level: Level) -> [Reference.Place] {
        var places: [[Reference.Place]] = []
        var route = Route()
        var next: Level? = level
        while let outer = next {
            let indices = (outer.table.contributions[key] ?? []).filter { index in
                outer === level || !outer.blueprint.bindings[index].isPrivate
            }
            let number = level.targets.number(of: route)
            places.append(indices.map { Reference.Place(route: number, index: $0) })
            route.hops.append(.up)
            next = outer.parent
        }
        return places.reversed().flatMap(\.self)
    }

    /// The way to a sibling, through the nearest scope that an owner opens: it is handed what it imports from.
    private func importRoute(to exporter: Level, from level: Level) -> Route {
        var route = Route()
        var opener = level
        while !opener.isOwned, let parent = opener.parent {
            route.hops.append(.up)
            opener = parent
        }
        route.hops.append(.imported(opener.importIndex(of: exporter)))
        return route
    }

    private mutating func note(
        _ exporter: Level, _ passage: Finding.Passage, _ requester: Requester, _ need: Need, in level: Level
    ) {
        dependencies.append(
            SiblingDependency(
                from: passage.level, to: exporter, isDirect: need.kind != .live,
                link: Fault.Link(
                    text: "\(level.path): \(BindingKey(of: requester.binding.implementation)) needs \(need)",
                    location: requester.binding.location)))
    }
}

/// The binding that asks for something.
private struct Requester {
    let level: Level
    let index: Int

    var binding: Binding { level.blueprint.bindings[index] }
}

/// A scope that takes something from one beside it.
struct SiblingDependency {
    let from: Level
    let to: Level
    /// Whether it takes the instance itself, and so has to be opened later; else a `Live`.
    let isDirect: Bool
    let link: Fault.Link
}
