// Diagnostics of unmet requirements.

extension DiagnosticWriter {
    /// Whether a diagnostic of a binding already explains why nothing provides a key.
    func isExplained(_ key: BindingKey) -> Bool {
        var next: ScopeNode? = node
        while let outer = next {
            if outer.unmetInputs.contains(key) { return true }
            next = outer.parent
        }
        return node.blueprint.bindings.contains { binding in
            guard case .optional? = binding.keyProblem else { return false }
            return Requirement(ofType: binding.key.type).key == key
        }
    }

    /// Returns the start of the summary of an unmet requirement that a number of bindings have.
    func subject(_ requirement: Requirement, of binding: Binding, count: Int = 1) -> String {
        switch count {
        case 1: "\(binding) needs \(requirement)"
        case 2: "\(binding) and 1 other binding need \(requirement)"
        default: "\(binding) and \(count - 1) other bindings need \(requirement)"
        }
    }

    func unmet(_ requirement: Requirement, of binding: Binding) -> Diagnostic {
        let key = requirement.key
        if let (reason, links, remedy) = isolation(from: requirement) {
            return diagnostic(
                .missing, "\(binding) needs \(requirement), \(reason)",
                chain: chain(to: requirement, of: binding) + links, remedy: remedy)
        }
        if let (path, target) = providerInside(of: key) {
            let isInside = path.hasPrefix("\(node.path)/")
            let reason = isInside ? "has a shorter life than \(node.path)" : "is not always open with \(node.path)"
            return diagnostic(
                .captive,
                "\(binding) needs \(requirement), which only \(path) provides, a scope that \(reason)",
                chain: chain(to: requirement, of: binding) + [link(target, in: path)],
                remedy: "declare \(binding) in \(path), or \(key) in \(node.path)")
        }
        if let (sibling, path, target) = nestedExport(of: key) {
            let advice = sibling.blueprint.nested.lazy.compactMap(\.outerAdvice).first
            return diagnostic(
                .captive,
                "\(binding) needs \(requirement), which \(path) exports, a scope that may be replaced",
                chain: chain(to: requirement, of: binding) + [link(target, in: path)],
                remedy: "request Live<\(key)>, or \(advice ?? "provide it in \(sibling.path) itself")")
        }
        if requirement.isAbove {
            return diagnostic(
                .missing,
                "\(binding) decorates \(requirement), which is neither declared before nor provided by a scope above",
                chain: chain(to: requirement, of: binding),
                remedy: "provide \(key) before the decorator, or in a scope above \(node.path)")
        }
        let misses = suggestions.misses(of: key, seenFrom: node, exports: exports)
        let provide = "provide \(key) in \(node.path) or in a scope above it"
        return diagnostic(
            .missing,
            "\(binding) needs \(requirement), which neither \(node.path) nor a scope above it provides",
            chain: chain(to: requirement, of: binding) + misses.map(\.link),
            remedy: misses.first?.remedy ?? "\(provide), or request \(key)? if it may be absent")
    }

    func unmetInput(_ input: Blueprint.Input, _ requirement: Requirement) -> Diagnostic {
        let link = Diagnostic.Link(text: "input \(requirement)", location: input.location)
        if let (reason, links, remedy) = isolation(from: requirement) {
            return diagnostic(
                .unmetInput, "\(requirement) is an input, \(reason)", chain: [link] + links, remedy: remedy)
        }
        let provider = node.parent.map { "provide \(requirement.key) in \($0.path) or in a scope above it, or " } ?? ""
        let misses = node.parent.map { suggestions.misses(of: requirement.key, seenFrom: $0, exports: exports) } ?? []
        return diagnostic(
            .unmetInput, "\(requirement) is an input, which no scope above \(node.path) provides",
            chain: [link] + misses.map(\.link), remedy: misses.first?.remedy ?? "\(provider)remove the input")
    }

    func missingModel(_ model: Requirement) -> Diagnostic {
        diagnostic(
            .missing, "the scene does not provide its model \(model.key)",
            chain: [Diagnostic.Link(text: "scene of \(model.key)", location: node.blueprint.location)],
            remedy: "provide \(model.key) in the scene's blueprint")
    }

    func ambiguous(
        _ requirement: Requirement, of binding: Binding, _ candidates: [LookupResult.Candidate]
    ) -> Diagnostic {
        diagnostic(
            .ambiguous,
            "\(binding) needs \(requirement), which \(candidates.map(\.node.path).joined(separator: " and ")) provide",
            chain: chain(to: requirement, of: binding) + candidates.map { link($0.binding, in: $0.node.path) },
            remedy: """
                choose one by `import(…, from:)`, export it from one of them only, or use different keys, such as \
                Tagged<…, \(requirement.key)>
                """)
    }

    func ambiguousInside(
        _ requirement: Requirement, of binding: Binding, _ exporter: ScopeNode, _ other: Binding
    ) -> Diagnostic {
        let candidates = [exporter.table.liveExports[requirement.key], other].compactMap(\.self)
        return diagnostic(
            .ambiguous, "\(binding) needs \(requirement), which several scopes in \(exporter.path) export",
            chain: chain(to: requirement, of: binding) + candidates.map { link($0, in: "inside \(exporter.path)") },
            remedy: "export it from one of them only, or use different keys, such as Tagged<…, \(requirement.key)>")
    }

    func unmetImport(
        _ imported: Blueprint.Import, by importer: ScopeNode, _ requirement: Requirement, of binding: Binding
    ) -> Diagnostic {
        let siblings = exports.values.flatMap(\.siblings).filter { $0.blueprint.name == imported.exporter }
        let reason = siblings.isEmpty ? "which does not exist" : "which does not export it"
        let others = exports.values.flatMap { $0.live[imported.key] ?? [] }.map(\.blueprint.name).sorted()
        let remedy =
            if !others.isEmpty {
                "import it from \(others.joined(separator: " or "))"
            } else if siblings.isEmpty {
                "name a sibling of \(importer.path) or of a scope above it, or remove the import"
            } else {
                "export \(imported.key) from \(imported.exporter)"
            }
        return diagnostic(
            .unmetImport,
            "\(binding) needs \(requirement), which \(importer.path) imports from \(imported.exporter), \(reason)",
            chain: chain(to: requirement, of: binding) + [
                Diagnostic.Link(
                    text: "import of \(imported.key) from \(imported.exporter)", location: imported.location)
            ], remedy: remedy)
    }

    func referenceToTransient(
        _ requirement: Requirement, of binding: Binding, _ target: Binding, in declarer: ScopeNode
    ) -> Diagnostic {
        diagnostic(
            .unsuitableOption,
            "\(binding) needs \(requirement), but \(target) is transient, so it has no single instance to reference",
            chain: chain(to: requirement, of: binding) + [link(target, in: declarer.path)],
            remedy: "request \(requirement.key) itself, or remove `.transient` from \(target)")
    }

    func liveOfLazyExport(
        _ requirement: Requirement, of binding: Binding, _ target: Binding, in exporter: ScopeNode
    ) -> Diagnostic {
        diagnostic(
            .unsuitableOption, "\(binding) needs \(requirement), but \(target) is lazy, so that it may not exist",
            chain: chain(to: requirement, of: binding) + [
                link(target, in: exporter.path(exporting: requirement.key))
            ],
            remedy: "remove `.lazily` from \(target)")
    }

    /// Returns the reason why an isolated scope hides the binding that would meet a requirement, the links to that binding
    /// and to the inputs, and the remedy; nil if no isolated scope hides one.
    private func isolation(
        from requirement: Requirement
    ) -> (reason: String, links: [Diagnostic.Link], remedy: String)? {
        guard let (path, binding, scopes) = node.isolation(from: requirement, exports: exports) else { return nil }
        let names = scopes.map(\.path).joined(separator: " and ")
        let links = scopes.map { scope in
            let inputs = scope.blueprint.inputs ?? []
            let list = inputs.isEmpty ? "none" : inputs.map { "\($0.requirement)" }.joined(separator: ", ")
            return Diagnostic.Link(
                text: "inputs of \(scope.path): \(list)",
                location: inputs.first?.location ?? scope.blueprint.location)
        }
        return (
            "which \(path) provides, but which is not an input of \(names)", [link(binding, in: path)] + links,
            "add \(requirement.key) to `inputs` of \(names), or request one of the inputs"
        )
    }

    /// Returns a scope that provides a key and is nested in this scope or in an ancestor, but does not contain this
    /// scope.
    private func providerInside(of key: BindingKey) -> (path: String, Binding)? {
        var next: ScopeNode? = node
        while let outer = next {
            // Ignores an ancestor of this scope: its lifetime is longer, and its binding is private.
            if let (path, binding) = outer.providedInside[key], !node.isInside(path) { return (path, binding) }
            next = outer.parent
        }
        return nil
    }

    /// Returns a sibling with a scope inside it that exports a key, the path of that scope, and the binding.
    private func nestedExport(of key: BindingKey) -> (sibling: ScopeNode, path: String, Binding)? {
        for sibling in exports.values.flatMap({ $0.live[key] ?? [] }) {
            guard let target = sibling.table.liveExports[key] else { continue }
            return (sibling, sibling.path(exporting: key), target)
        }
        return nil
    }
}

extension ScopeNode {
    /// Returns the path of the scope that exports a key for `Live`: this scope, or a scope inside it.
    fileprivate func path(exporting key: BindingKey) -> String {
        table.exports.contains(key) ? path : providedInside[key]?.path ?? path
    }
}
