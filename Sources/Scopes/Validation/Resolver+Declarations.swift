extension Resolver {
    /// Checks the declarations of a blueprint.
    mutating func checkDeclarations(of node: ScopeNode, _ writer: DiagnosticWriter) {
        for (index, earlier) in node.table.duplicates {
            diagnostics.append(writer.duplicate(index, earlier))
        }
        for export in node.blueprint.exports {
            guard let index = node.table.index[export.key] else {
                diagnostics.append(writer.unboundExport(export))
                continue
            }
            let binding = node.blueprint.bindings[index]
            if binding.isTransient { diagnostics.append(writer.transientExport(binding)) }
            if binding.isPrivate { diagnostics.append(writer.privateExport(binding)) }
        }
        for binding in node.blueprint.unmatchedOverrides {
            diagnostics.append(writer.unmatchedOverride(binding))
        }
        for input in node.blueprint.inputs ?? [] { check(input, of: node, writer) }
        // Scenes are distinguished by their types.
        checkNames(of: node.nested.filter { !$0.isScene })
    }

    /// Checks that a scope above provides an input, unless the input may be absent.
    private mutating func check(_ input: Blueprint.Input, of node: ScopeNode, _ writer: DiagnosticWriter) {
        var requirement = input.requirement
        if requirement.isOptional || requirement.kind == .all { return }
        requirement.isAbove = true
        guard case .notFound = node.lookUp(requirement, exports: exports) else { return }
        if requirement.kind == .live {
            guard case .notFound = node.lookUp(requirement, exports: exports, isLive: true) else { return }
        }
        node.unmetInputs.insert(requirement.key)
        diagnostics.append(writer.unmetInput(input, requirement))
    }

    /// Checks a binding.
    mutating func check(_ binding: Binding, _ writer: DiagnosticWriter) {
        if let problem = binding.keyProblem {
            diagnostics.append(
                binding.role == .arguments
                    ? writer.unusableArguments(binding) : writer.unusableKey(of: binding, problem))
        }
        guard binding.isLazy || binding.isTransient else { return }
        if binding.role == .contribution { diagnostics.append(writer.contributionOption(binding)) }
        if binding.isLazy, binding.isTransient { diagnostics.append(writer.lazyTransient(binding)) }
    }

    /// Checks that every import of a scope is used, after its requirements and those of nested scopes have been resolved.
    mutating func checkImports(of node: ScopeNode) {
        for imported in node.blueprint.imports {
            let isFirst = node.table.imports[imported.key]?.location == imported.location
            if isFirst, node.usedImports.contains(imported.key) { continue }
            let writer = DiagnosticWriter(node, exports: exports, suggestions: suggestions)
            diagnostics.append(writer.unusedImport(imported))
        }
    }

    /// Checks that scopes under one parent have different names.
    mutating func checkNames(of nodes: [ScopeNode]) {
        var seen: [String: ScopeNode] = [:]
        for node in nodes {
            if let earlier = seen[node.blueprint.name] {
                diagnostics.append(DiagnosticWriter.duplicateName(earlier, node))
            } else {
                seen[node.blueprint.name] = node
            }
        }
    }
}
