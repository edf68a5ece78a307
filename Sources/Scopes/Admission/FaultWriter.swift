/// Puts the faults of one scope into words.
final class FaultWriter {
    let level: Level
    let exports: [ObjectIdentifier: SiblingExports]
    let suggestions: Suggestions

    /// For each key, the first binding that asks for it.
    private lazy var requesters: [BindingKey: Binding] = {
        var found: [BindingKey: Binding] = [:]
        for binding in level.blueprint.bindings {
            for need in binding.needs where found[need.key] == nil { found[need.key] = binding }
        }
        return found
    }()

    init(_ level: Level, exports: [ObjectIdentifier: SiblingExports], suggestions: Suggestions) {
        self.level = level
        self.exports = exports
        self.suggestions = suggestions
    }

    func fault(_ code: FaultCode, _ summary: String, chain: [Fault.Link], remedy: String) -> Fault {
        Fault(code: code, scope: level.path, summary: summary, chain: chain, remedy: remedy)
    }

    /// Who needs the binding, from as far up as it goes within the scope, down to the need at fault.
    func chain(to need: Need, of binding: Binding) -> [Fault.Link] {
        var bindings = [binding]
        while let last = bindings.last, bindings.count < 8, let requester = requesters[last.key],
            !bindings.contains(where: { $0.location == requester.location && $0.key == requester.key })
        {
            bindings.append(requester)
        }
        var links = bindings.dropFirst().reversed().map { Fault.Link(text: "\($0)", location: $0.location) }
        links.append(Fault.Link(text: "\(binding) needs \(need)", location: binding.location))
        return links
    }

    func link(_ binding: Binding, in path: String) -> Fault.Link {
        Fault.Link(text: "\(path): \(binding)", location: binding.location)
    }
}
