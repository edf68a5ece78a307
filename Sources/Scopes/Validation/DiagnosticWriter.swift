/// Creates the diagnostics of one scope.
final class DiagnosticWriter {
    let node: ScopeNode
    let exports: ExportsByParent
    let suggestions: Suggestions

    /// For each key, the first binding that requires it.
    private lazy var requesters: [BindingKey: Binding] = {
        var found: [BindingKey: Binding] = [:]
        for binding in node.blueprint.bindings {
            for requirement in binding.requirements where found[requirement.key] == nil {
                found[requirement.key] = binding
            }
        }
        return found
    }()

    init(_ node: ScopeNode, exports: ExportsByParent, suggestions: Suggestions) {
        self.node = node
        self.exports = exports
        self.suggestions = suggestions
    }

    func diagnostic(
        _ code: DiagnosticCode, _ summary: String, chain: [Diagnostic.Link], remedy: String
    ) -> Diagnostic {
        Diagnostic(code: code, scope: node.path, summary: summary, chain: chain, remedy: remedy)
    }

    /// Returns the chain of bindings within the scope that leads to a requirement.
    func chain(to requirement: Requirement, of binding: Binding) -> [Diagnostic.Link] {
        var bindings = [binding]
        while let last = bindings.last, bindings.count < 8, let requester = requesters[last.key],
            !bindings.contains(where: { $0.location == requester.location && $0.key == requester.key })
        {
            bindings.append(requester)
        }
        return bindings.dropFirst().reversed().map { Diagnostic.Link(text: "\($0)", location: $0.location) }
            + [Diagnostic.Link(text: "\(binding) needs \(requirement)", location: binding.location)]
    }

    func link(_ binding: Binding, in path: String) -> Diagnostic.Link {
        Diagnostic.Link(text: "\(path): \(binding)", location: binding.location)
    }
}

// Diagnostics of declarations, and of cycles.

extension DiagnosticWriter {
    func duplicate(_ index: Int, _ earlier: Int) -> Diagnostic {
        let bindings = node.blueprint.bindings
        return diagnostic(
            .duplicate, "\(bindings[index].key) is provided twice",
            chain: [earlier, index].map { Diagnostic.Link(text: "\(bindings[$0])", location: bindings[$0].location) },
            remedy: "remove one of them; to replace a binding on purpose, use `override`")
    }

    func unusableKey(of binding: Binding, _ problem: KeyProblem) -> Diagnostic {
        diagnostic(
            .unusableKey, "\(binding.key) cannot be a key: \(problem.reason)",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)], remedy: problem.remedy)
    }

    func unusableArguments(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unusableKey,
            "\(binding.key) cannot be the arguments of \(node.path): as a parameter, that type has a special meaning",
            chain: [Diagnostic.Link(text: "\(binding), the arguments", location: binding.location)],
            remedy: "wrap it in a struct, and open the scope with that")
    }

    func unusableModel(_ model: Requirement) -> Diagnostic {
        diagnostic(
            .unusableKey, "\(model) cannot be the model of a scene: it is not an instance",
            chain: [Diagnostic.Link(text: "scene of \(model)", location: node.blueprint.location)],
            remedy: "use \(model.key), or a struct with a parameter of that type")
    }

    func unusableElement(_ requirement: Requirement, of binding: Binding) -> Diagnostic {
        diagnostic(
            .unusableKey,
            """
            \(requirement) would always be empty: \(requirement.key) has a special meaning as a parameter, so that nothing can \
            contribute to it
            """,
            chain: [Diagnostic.Link(text: "\(binding) needs \(requirement)", location: binding.location)],
            remedy: """
                request All<…> of the contributed type; for lazy creation, contribute a struct with a Lazy<…> parameter
                """)
    }

    func contributionOption(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unsuitableOption, "\(binding) is a contribution, which can be neither lazy nor transient",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)],
            remedy: "remove the option, or contribute a struct with a Lazy<…> parameter")
    }

    func lazyTransient(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unsuitableOption, "\(binding) is both lazy and transient",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)],
            remedy: "remove `.lazily`: a transient instance is created when it is requested")
    }

    func transientValue(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unsuitableOption, "\(binding) is an existing instance, which cannot be transient",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)],
            remedy: "remove `.transient`, or provide an initializer")
    }

    func asynchronousTransient(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unsuitableOption, "\(binding) is transient, but its initializer is asynchronous",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)],
            remedy: "remove `.transient`, or provide an object that creates the instances when it is called")
    }

    func transientExport(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unsuitableOption, "\(binding) is exported and transient, so it has no single instance to export",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)],
            remedy: "remove `.transient`, or export an object that creates the instances")
    }

    func privateExport(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unsuitableOption, "\(binding) is both exported and private",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)],
            remedy: "remove `.private` or the export")
    }

    func unboundExport(_ export: Blueprint.Export) -> Diagnostic {
        let link = Diagnostic.Link(text: "export of \(export.key)", location: export.location)
        if let (path, binding) = node.providedInside[export.key] {
            return diagnostic(
                .unboundExport, "\(export.key) is exported from \(node.path), but provided by \(path)",
                chain: [link, self.link(binding, in: path)],
                remedy: node.outerAdvice ?? "provide \(export.key) in \(node.path), or remove the export")
        }
        return diagnostic(
            .unboundExport, "\(export.key) is exported, but not provided here", chain: [link],
            remedy: "provide \(export.key) in this blueprint, or remove the export")
    }

    func unmatchedOverride(_ binding: Binding) -> Diagnostic {
        let link = Diagnostic.Link(text: "\(binding)", location: binding.location)
        let provided = node.blueprint.bindings.first { other in
            other.role == .provision && BindingKey(of: other.implementation) == binding.key
        }
        if let provided {
            return diagnostic(
                .unmatchedOverride, "no binding of \(binding.key) to override", chain: [link],
                remedy: "override \(provided.key): \(binding.key) is provided under that key")
        }
        var next = node.parent
        while let outer = next {
            if let index = outer.table.index[binding.key] {
                let target = outer.blueprint.bindings[index]
                return diagnostic(
                    .unmatchedOverride,
                    "\(binding.key) is provided by \(outer.path), where an override in \(node.path) has no effect",
                    chain: [link, self.link(target, in: outer.path)],
                    remedy: target.overrideAdvice ?? "override it in \(outer.path), or provide it here")
            }
            next = outer.parent
        }
        return diagnostic(
            .unmatchedOverride, "no binding of \(binding.key) to override", chain: [link],
            remedy: "override after the declaration, in its blueprint or one around it, by the same key")
    }

    func cycle(_ indices: [Int]) -> Diagnostic {
        let bindings = indices.map { node.blueprint.bindings[$0] }
        let names = (bindings + bindings.prefix(1)).map { "\(BindingKey(of: $0.implementation))" }
        return diagnostic(
            .cycle, "\(names.joined(separator: " → ")) need each other",
            chain: bindings.enumerated().map { position, binding in
                let next = bindings[(position + 1) % bindings.count]
                return Diagnostic.Link(text: "\(binding) needs \(next.key)", location: binding.location)
            },
            remedy: "change one of the parameters to Live<…> or Lazy<…>, and call it when the instance is used")
    }

    static func duplicateName(_ earlier: ScopeNode, _ node: ScopeNode) -> Diagnostic {
        let isSession = !earlier.blueprint.isOwned && !node.blueprint.isOwned
        return Diagnostic(
            code: .duplicateName, scope: node.path, summary: "two scopes have the name \(node.blueprint.name)",
            chain: [earlier, node].map { Diagnostic.Link(text: $0.path, location: $0.blueprint.location) },
            remedy: isSession ? "declare one session with the bindings of both" : "rename one of them")
    }

    static func siblingCycle(_ dependencies: [SiblingDependency]) -> Diagnostic {
        let names = dependencies.map(\.from.blueprint.name)
        return Diagnostic(
            code: .cycle, scope: dependencies[0].from.path,
            summary: "\((names + names.prefix(1)).joined(separator: " → ")) need each other's exports",
            chain: dependencies.map(\.link),
            remedy: "merge the scopes, or move what both of them need into a third one")
    }
}

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
        var diagnostic = explanation(of: requirement, binding)
        diagnostic.requirement = requirement
        return diagnostic
    }

    private func explanation(of requirement: Requirement, _ binding: Binding) -> Diagnostic {
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
        if requirement.skipsOwnScope {
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
        var diagnostic = explanation(of: input, requirement)
        diagnostic.requirement = requirement
        return diagnostic
    }

    private func explanation(of input: Blueprint.Input, _ requirement: Requirement) -> Diagnostic {
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
                export it from one of them only, or use different keys, such as Tagged<…, \(requirement.key)>
                """)
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
}

extension ScopeNode {
    /// The advice for moving a binding from an inner blueprint to this one, if this blueprint was split.
    var outerAdvice: String? { blueprint.nested.lazy.compactMap(\.outerAdvice).first }
}
