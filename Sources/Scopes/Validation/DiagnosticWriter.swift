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
