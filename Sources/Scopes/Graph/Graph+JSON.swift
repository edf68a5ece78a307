extension Graph {
    /// The graph for tools, as one line of JSON.
    ///
    /// A scope is an object with `path`, `kind` (`owned`, `session`, `scene`), `state`, `open`, `opened` and
    /// `instances` (how many scopes and instances there are), `exports`, `bindings` and `scopes`. A binding has
    /// `key`, `implementation`, `role`, `location`, `asynchronous`, `lazy`, `transient`, `private`, `state`, `seconds`
    /// (how long making it took, where that was measured) and `needs`; a need has `need`, `kind` and `targets`, each with
    /// `scope` and `index`, the place among that scope's bindings, where it is known.
    public var json: String {
        root.jsonText.text
    }
}

extension Graph.Scope {
    fileprivate var jsonText: JSONText {
        .object([
            ("path", .string(path)), ("kind", .string(kind.rawValue)), ("state", .string(state.rawValue)),
            ("open", .number(openCount)), ("opened", .number(openedCount)), ("instances", .number(instanceCount)),
            ("exports", .array(exports.map { .string($0) })), ("bindings", .array(instances.map(\.jsonText))),
            ("scopes", .array(scopes.map(\.jsonText))),
        ])
    }
}

extension Graph.Instance {
    fileprivate var jsonText: JSONText {
        let seconds = duration.map { [("seconds", JSONText.decimal($0 / .seconds(1)))] } ?? []
        return .object(
            [
                ("key", .string(key)), ("implementation", .string(implementation)), ("role", .string("\(role)")),
                ("location", location.jsonText), ("asynchronous", .bool(isAsynchronous)),
                ("lazy", .bool(isLazy)), ("transient", .bool(isTransient)), ("private", .bool(isPrivate)),
                ("state", .string(state.rawValue)),
            ] + seconds + [("needs", .array(needs.map(\.jsonText)))])
    }
}

extension Graph.Edge {
    fileprivate var jsonText: JSONText {
        let targets = targets.map { target in
            JSONText.object([
                ("scope", .string(target.scope)), ("index", target.index.map { .number($0) } ?? .null),
            ])
        }
        return .object([("need", .string(need)), ("kind", .string("\(kind)")), ("targets", .array(targets))])
    }
}
