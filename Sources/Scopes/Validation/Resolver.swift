/// Resolves the requirements of scopes, and collects diagnostics.
struct Resolver {
    let exports: ExportsByParent
    let suggestions = Suggestions()
    var diagnostics: [Diagnostic] = []

    /// The dependencies between siblings.
    private(set) var dependencies: [SiblingDependency] = []

    /// An unmet key of the current scope.
    private struct Unmet {
        /// The index of the diagnostic.
        let diagnostic: Int
        /// The first requirement.
        let requirement: Requirement
        let binding: Binding
        /// The number of bindings that require the key.
        var count = 1
        /// The part of the summary that follows the bindings.
        let rest: Substring
    }

    private var unmet: [BindingKey: Unmet] = [:]

    init(exports: ExportsByParent) {
        self.exports = exports
    }

    /// Resolves the requirements of a new scope.
    mutating func resolve(_ node: ScopeNode) {
        let writer = DiagnosticWriter(node, exports: exports, suggestions: suggestions)
        checkDeclarations(of: node, writer)
        unmet = [:]
        let bindings = node.blueprint.bindings
        let table = node.table
        node.references.reserveCapacity(bindings.count)
        for binding in bindings {
            check(binding, writer)
            node.references.append(
                binding.requirements.map { requirement in
                    if requirement.isPlain, !requirement.skipsOwnScope, let found = table.index[requirement.key],
                        !bindings[found].isTransient
                    {
                        return .instance(Address(slot: found))
                    }
                    return resolve(requirement, of: binding, in: node, writer)
                })
        }
        if case .scene(let model) = node.blueprint.kind {
            if !model.isPlain {
                diagnostics.append(writer.unusableModel(model))
            } else if let index = table.index[model.key] {
                node.model = index
            } else {
                diagnostics.append(writer.missingModel(model))
            }
        }
    }

    private mutating func resolve(
        _ requirement: Requirement, of binding: Binding, in node: ScopeNode, _ writer: DiagnosticWriter
    ) -> Reference {
        switch requirement.kind {
        case .building: return .building
        case .all:
            if requirement.requestsParameter { diagnostics.append(writer.unusableElement(requirement, of: binding)) }
            return .all(contributions(to: requirement, seenFrom: node))
        case .instance, .live, .lazy: break
        }
        switch node.lookUp(requirement, exports: exports) {
        case .bound(let outward, let declarer, let index):
            return refer(requirement, of: binding, to: Address(slot: index, outward: outward), in: declarer, writer)
        case .exported(let exporter, _):
            guard let index = exporter.table.index[requirement.key] else { return .absent }
            note(exporter, binding, requirement, in: node)
            return refer(
                requirement, of: binding, to: address(of: index, in: exporter, from: node), in: exporter, writer)
        case .ambiguous(let candidates):
            diagnostics.append(writer.ambiguous(requirement, of: binding, candidates))
            return .absent
        case .notFound:
            if !requirement.isOptional { reportUnmet(requirement, of: binding, writer) }
            return .absent
        }
    }

    /// Returns the reference of a requirement to a binding.
    private mutating func refer(
        _ requirement: Requirement, of binding: Binding, to address: Address, in declarer: ScopeNode,
        _ writer: DiagnosticWriter
    ) -> Reference {
        let provider = declarer.blueprint.bindings[address.slot]
        switch requirement.kind {
        case .live, .lazy:
            if provider.isTransient {
                diagnostics.append(writer.referenceToTransient(requirement, of: binding, provider, in: declarer))
            }
            return requirement.kind == .live ? .live(address) : .lazy(address)
        case .instance, .all, .building: return provider.isTransient ? .transient(address) : .instance(address)
        }
    }

    /// Reports an unmet requirement: one diagnostic for each key, and none for a key whose binding has one already.
    private mutating func reportUnmet(
        _ requirement: Requirement, of binding: Binding, _ writer: DiagnosticWriter
    ) {
        let key = requirement.key
        if var known = unmet[key] {
            known.count += 1
            diagnostics[known.diagnostic].summary =
                writer.subject(known.requirement, of: known.binding, count: known.count) + known.rest
            unmet[key] = known
        } else if !writer.isExplained(key) {
            let diagnostic = writer.unmet(requirement, of: binding)
            let rest = diagnostic.summary.dropFirst(writer.subject(requirement, of: binding).count)
            unmet[key] = Unmet(diagnostic: diagnostics.count, requirement: requirement, binding: binding, rest: rest)
            diagnostics.append(diagnostic)
        }
    }

    /// Returns the contributions that are visible to a scope, those of the outermost scope first.
    private func contributions(to requirement: Requirement, seenFrom node: ScopeNode) -> [Address] {
        var found: [[Address]] = []
        var outward = 0
        var next: ScopeNode? = node
        while let outer = next {
            let indices = (outer.table.contributions[requirement.key] ?? []).filter { index in
                outer === node || !outer.blueprint.bindings[index].isPrivate
            }
            found.append(indices.map { Address(slot: $0, outward: outward) })
            guard outer.admits(requirement) else { break }
            outward += 1
            next = outer.parent
        }
        return found.reversed().flatMap(\.self)
    }

    /// Returns the address of an export, through the nearest enclosing scope that an owner opens.
    ///
    /// Only such scopes receive imported scopes.
    private func address(of index: Int, in exporter: ScopeNode, from node: ScopeNode) -> Address {
        var outward = 0
        var opener = node
        while !opener.blueprint.isOwned, let parent = opener.parent, parent.planned == nil {
            outward += 1
            opener = parent
        }
        return Address(slot: index, outward: outward, imported: opener.importIndex(of: exporter))
    }

    private mutating func note(
        _ exporter: ScopeNode, _ binding: Binding, _ requirement: Requirement, in node: ScopeNode
    ) {
        var candidate = node
        while let parent = candidate.parent, parent.planned == nil { candidate = parent }
        dependencies.append(
            SiblingDependency(
                from: candidate, to: exporter,
                link: Diagnostic.Link(
                    text: "\(node.path): \(BindingKey(of: binding.implementation)) needs \(requirement)",
                    location: binding.location)))
    }
}

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
        requirement.skipsOwnScope = true
        guard case .notFound = node.lookUp(requirement, exports: exports) else { return }
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
        if binding.isTransient, binding.value != nil { diagnostics.append(writer.transientValue(binding)) }
        if binding.isTransient, binding.isAsynchronous { diagnostics.append(writer.asynchronousTransient(binding)) }
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
