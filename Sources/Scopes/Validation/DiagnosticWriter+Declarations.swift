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
            .unusableKey, "\(binding.key) can't be a key: \(problem.reason)",
            chain: [Diagnostic.Link(text: "\(binding)", location: binding.location)], remedy: problem.remedy)
    }

    func unusableArguments(_ binding: Binding) -> Diagnostic {
        diagnostic(
            .unusableKey,
            "\(binding.key) can't be the arguments of \(node.path): as a parameter, that type has a special meaning",
            chain: [Diagnostic.Link(text: "\(binding), the arguments", location: binding.location)],
            remedy: "wrap it in a struct, and open the scope with that")
    }

    func unusableModel(_ model: Requirement) -> Diagnostic {
        diagnostic(
            .unusableKey, "\(model) can't be the model of a scene: it is not an instance",
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

    func unusedImport(_ imported: Blueprint.Import) -> Diagnostic {
        let link = Diagnostic.Link(text: "import of \(imported.key)", location: imported.location)
        if let index = node.table.index[imported.key] {
            let binding = node.blueprint.bindings[index]
            return diagnostic(
                .unusedImport,
                "\(imported.key) is imported from \(imported.exporter), but also provided here, which takes precedence",
                chain: [link, Diagnostic.Link(text: "\(binding)", location: binding.location)],
                remedy: "remove one of them; to wrap the imported instance, use `decorate`")
        }
        return diagnostic(
            .unusedImport, "\(imported.key) is imported from \(imported.exporter), but nothing here needs it",
            chain: [link], remedy: "remove the import")
    }

    func unboundExport(_ export: Blueprint.Export) -> Diagnostic {
        let link = Diagnostic.Link(text: "export of \(export.key)", location: export.location)
        if let (path, binding) = node.providedInside[export.key] {
            return diagnostic(
                .unboundExport, "\(export.key) is exported from \(node.path), but provided by \(path)",
                chain: [link, self.link(binding, in: path)],
                remedy: "provide \(export.key) in \(node.path), or export it from \(path)")
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
            remedy: "change one of the parameters to Live<…>")
    }
}
