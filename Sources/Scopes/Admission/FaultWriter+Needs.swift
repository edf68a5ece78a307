// The faults of a need that is not met.

extension FaultWriter {
    func unmet(_ need: Need, of binding: Binding) -> Fault {
        if let (path, target) = providerInside(of: need.key) {
            return fault(
                .captive,
                "\(binding) needs \(need), which only \(path) provides: that lives shorter than \(level.path)",
                chain: chain(to: need, of: binding) + [link(target, in: path)],
                remedy: "declare \(binding) in \(path), or \(need.key) in \(level.path); or take what opens \(path)")
        }
        for (sibling, target) in nestedExports(of: need.key) {
            return fault(
                .captive,
                """
                \(binding) needs \(need), which \(sibling.path) exports from a scope in it that may be replaced \
                meanwhile
                """,
                chain: chain(to: need, of: binding) + [link(target, in: sibling.path)],
                remedy: "take Live<\(need.key)>, or let \(sibling.path) provide it in its outer scope")
        }
        let misses = nearMisses(of: need.key)
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
            remedy: "export it from one of them only, or under different keys, such as Tagged<…, \(need.key)>")
    }

    func cellOfTransient(_ need: Need, of binding: Binding, _ target: Binding) -> Fault {
        fault(
            .unsuitableOption, "\(binding) needs \(need), but \(target) is transient, so that there is no one instance",
            chain: chain(to: need, of: binding) + [link(target, in: level.path)],
            remedy: "take \(need.key) itself, or take `.transient` from \(target)")
    }

    func liveOfLazyExport(_ need: Need, of binding: Binding, _ target: Binding) -> Fault {
        fault(
            .unsuitableOption, "\(binding) needs \(need), but \(target) is lazy, so that it may not be there",
            chain: chain(to: need, of: binding) + [link(target, in: level.path)],
            remedy: "take `.lazily` from \(target)")
    }

    /// A scope inside this one, or inside one above, that provides the key.
    private func providerInside(of key: BindingKey) -> (path: String, Binding)? {
        var next: Level? = level
        while let level = next {
            for nested in level.blueprint.nested {
                if let found = nested.provider(of: key, under: level.path) { return found }
            }
            next = level.parent
        }
        return nil
    }

    private func nestedExports(of key: BindingKey) -> [(Level, Binding)] {
        exports.values.flatMap { $0.live[key] ?? [] }.compactMap { sibling in
            sibling.table.liveExports[key].map { (sibling, $0) }
        }
    }

    private struct NearMiss {
        let link: Fault.Link
        let remedy: String
    }

    private func nearMisses(of key: BindingKey) -> [NearMiss] {
        var misses: [NearMiss] = []
        for sibling in exports.values.flatMap(\.siblings) {
            let provider = sibling.blueprint.provider(of: key, under: sibling.parent?.path)
            guard let (path, binding) = provider else { continue }
            misses.append(
                NearMiss(
                    link: Fault.Link(text: "\(path): \(binding), not exported", location: binding.location),
                    remedy: path == sibling.path
                        ? "export \(key) from \(path)" : "export \(key) from \(path), and take Live<\(key)>"))
        }
        var next: Level? = level
        while let level = next {
            for binding in level.blueprint.bindings where binding.role == .provision {
                guard BindingKey(of: binding.implementation) == key, binding.key != key else { continue }
                misses.append(
                    NearMiss(
                        link: link(binding, in: level.path),
                        remedy: "take \(binding.key): \(key) is provided under that key only"))
            }
            next = level.parent
        }
        return misses
    }
}

extension Blueprint {
    fileprivate func provider(of key: BindingKey, under parent: String?) -> (path: String, Binding)? {
        let path = parent.map { $0 + "/" + name } ?? name
        if let binding = bindings.first(where: { $0.key == key && $0.role != .contribution }) {
            return (path, binding)
        }
        for blueprint in nested {
            if let found = blueprint.provider(of: key, under: path) { return found }
        }
        return nil
    }
}
