// The faults of a need that is not met.

extension FaultWriter {
    func unmet(_ need: Need, of binding: Binding) -> Fault {
        if let (path, target) = providerInside(of: need.key) {
            let isInside = path.hasPrefix("\(level.path)/")
            let reason = isInside ? "lives shorter than \(level.path)" : "is not always open when \(level.path) is"
            return fault(
                .captive,
                "\(binding) needs \(need), which only \(path) provides: that \(reason)",
                chain: chain(to: need, of: binding) + [link(target, in: path)],
                remedy: "declare \(binding) in \(path), or \(need.key) in \(level.path); or take what opens \(path)")
        }
        if let (sibling, path, target) = nestedExport(of: need.key) {
            return fault(
                .captive,
                "\(binding) needs \(need), which \(path) exports: that may be replaced while \(level.path) is open",
                chain: chain(to: need, of: binding) + [link(target, in: path)],
                remedy: "take Live<\(need.key)>, or let \(sibling) provide it in its outer scope")
        }
        if need.isAbove {
            return fault(
                .missing, "\(binding) decorates \(need), which was not declared before, and nothing provides above it",
                chain: chain(to: need, of: binding),
                remedy: "provide \(need.key) before it is decorated, or in a scope above \(level.path)")
        }
        let misses = suggestions.misses(of: need.key, seenFrom: level, exports: exports)
        let provide = "provide \(need.key) in \(level.path) or in a scope above it"
        return fault(
            .missing,
            "\(binding) needs \(need), which nothing provides in \(level.path) or above it",
            chain: chain(to: need, of: binding) + misses.map(\.link),
            remedy: misses.first?.remedy ?? "\(provide), or take \(need.key)? if it may be absent")
    }

    func missingModel(_ model: Need) -> Fault {
        fault(
            .missing, "the scene gives \(model.key), which it does not provide",
            chain: [Fault.Link(text: "scene of \(model.key)", location: level.blueprint.location)],
            remedy: "provide \(model.key) in the scene's blueprint")
    }

    func ambiguous(_ need: Need, of binding: Binding, _ candidates: [Finding.Candidate]) -> Fault {
        fault(
            .ambiguous,
            "\(binding) needs \(need), which \(candidates.map(\.level.path).joined(separator: " and ")) provide",
            chain: chain(to: need, of: binding) + candidates.map { link($0.binding, in: $0.level.path) },
            remedy: """
                say which by `import(…, from:)`, export it from one of them only, or under different keys, such as \
                Tagged<…, \(need.key)>
                """)
    }

    func ambiguousInside(_ need: Need, of binding: Binding, _ exporter: Level, _ other: Binding) -> Fault {
        let candidates = [exporter.table.liveExports[need.key], other].compactMap(\.self)
        return fault(
            .ambiguous, "\(binding) needs \(need), which more than one scope in \(exporter.path) exports",
            chain: chain(to: need, of: binding) + candidates.map { link($0, in: "inside \(exporter.path)") },
            remedy: "export it from one of them only, or under different keys, such as Tagged<…, \(need.key)>")
    }

    func unmetImport(
        _ imported: Blueprint.Import, by importer: Level, _ need: Need, of binding: Binding
    ) -> Fault {
        let siblings = exports.values.flatMap(\.siblings).filter { $0.blueprint.name == imported.exporter }
        let what =
            siblings.isEmpty ? "which does not exist" : "which does not export it"
        let others = exports.values.flatMap { $0.live[imported.key] ?? [] }.map(\.blueprint.name).sorted()
        let remedy =
            if !others.isEmpty {
                "import it from \(others.joined(separator: " or "))"
            } else if siblings.isEmpty {
                "name a scope beside \(importer.path) or above it, or take the import away"
            } else {
                "export \(imported.key) from \(imported.exporter)"
            }
        return fault(
            .unmetImport,
            "\(binding) needs \(need), which \(importer.path) imports from \(imported.exporter), \(what)",
            chain: chain(to: need, of: binding) + [
                Fault.Link(text: "import of \(imported.key) from \(imported.exporter)", location: imported.location)
            ], remedy: remedy)
    }

    func cellOfTransient(_ need: Need, of binding: Binding, _ target: Binding, in declarer: Level) -> Fault {
        fault(
            .unsuitableOption, "\(binding) needs \(need), but \(target) is transient, so that there is no one instance",
            chain: chain(to: need, of: binding) + [link(target, in: declarer.path)],
            remedy: "take \(need.key) itself, or take `.transient` from \(target)")
    }

    func liveOfLazyExport(_ need: Need, of binding: Binding, _ target: Binding, in exporter: Level) -> Fault {
        fault(
            .unsuitableOption, "\(binding) needs \(need), but \(target) is lazy, so that it may not be there",
            chain: chain(to: need, of: binding) + [link(target, in: exporter.path(exporting: need.key))],
            remedy: "take `.lazily` from \(target)")
    }

    /// A scope inside this one, or inside one above, that provides the key and does not hold this one.
    private func providerInside(of key: BindingKey) -> (path: String, Binding)? {
        var next: Level? = level
        while let outer = next {
            // One that holds this scope lives longer: it keeps the key to itself.
            if let (path, binding) = outer.providedInside[key], !level.isInside(path) {
                return (path, binding)
            }
            next = outer.parent
        }
        return nil
    }

    /// What a scope inside one beside this one exports: the paths of the two, and the binding.
    private func nestedExport(of key: BindingKey) -> (sibling: String, path: String, Binding)? {
        for sibling in exports.values.flatMap({ $0.live[key] ?? [] }) {
            guard let target = sibling.table.liveExports[key] else { continue }
            return (sibling.path, sibling.path(exporting: key), target)
        }
        return nil
    }
}

extension Level {
    /// The path of the scope that exports a key for `Live`: this one, or one inside it.
    fileprivate func path(exporting key: BindingKey) -> String {
        table.exports.contains(key) ? path : providedInside[key]?.path ?? path
    }
}
