// The faults that can be seen from the declarations alone, and cycles.

extension FaultWriter {
    func duplicate(_ index: Int, _ earlier: Int) -> Fault {
        let bindings = level.blueprint.bindings
        return fault(
            .duplicate, "\(bindings[index].key) is provided twice",
            chain: [earlier, index].map { Fault.Link(text: "\(bindings[$0])", location: bindings[$0].location) },
            remedy: "take one of them away; to replace a binding on purpose, use `override`")
    }

    func unusableKey(of binding: Binding, _ flaw: Binding.Flaw) -> Fault {
        fault(
            .unusableKey, "\(binding.key) can't be a key: \(flaw.reason)",
            chain: [Fault.Link(text: "\(binding)", location: binding.location)], remedy: flaw.remedy)
    }

    func unnamedNeed(of binding: Binding, _ flaw: Binding.Flaw) -> Fault {
        let need = binding.needs.first { !$0.isNamed }.map { "\($0)" } ?? ""
        return fault(
            .unsuitableOption, "\(binding) needs \(need), but \(flaw.reason)",
            chain: [Fault.Link(text: "\(binding) needs \(need)", location: binding.location)], remedy: flaw.remedy)
    }

    func unusableArguments(_ binding: Binding) -> Fault {
        fault(
            .unusableKey,
            """
            \(binding.key) can't be what \(level.path) is opened with: a parameter of that type means something else than an \
            instance of it
            """,
            chain: [Fault.Link(text: "\(binding), given when it is opened", location: binding.location)],
            remedy: "put it in a struct, and open the scope with that")
    }

    func unusableModel(_ model: Need) -> Fault {
        fault(
            .unusableKey, "\(model) can't be the model of a scene: that is a way to ask, and not an instance",
            chain: [Fault.Link(text: "scene of \(model)", location: level.blueprint.location)],
            remedy: "give \(model.key), or a struct that holds what is asked for")
    }

    func unusableElement(_ need: Need, of binding: Binding) -> Fault {
        fault(
            .unusableKey,
            "\(need) would always be empty: a parameter \(need.key) is a way to ask, so that nothing can be contributed as one",
            chain: [Fault.Link(text: "\(binding) needs \(need)", location: binding.location)],
            remedy: """
                ask for All<…> of what is contributed; where that should be lazy, contribute a struct that takes the Lazy<…>
                """)
    }

    func contributionOption(_ binding: Binding) -> Fault {
        fault(
            .unsuitableOption, "\(binding) is a contribution, which can be neither lazy nor transient",
            chain: [Fault.Link(text: "\(binding)", location: binding.location)],
            remedy: "take the option away, or contribute something small that takes Lazy<…> of a lazy binding")
    }

    func lazyTransient(_ binding: Binding) -> Fault {
        fault(
            .unsuitableOption, "\(binding) is lazy and transient, which exclude each other",
            chain: [Fault.Link(text: "\(binding)", location: binding.location)],
            remedy: "take `.lazily` away: a transient instance is made when one is asked for")
    }

    func transientExport(_ binding: Binding) -> Fault {
        fault(
            .unsuitableOption, "\(binding) is exported, but is transient, so that there is no one instance",
            chain: [Fault.Link(text: "\(binding)", location: binding.location)],
            remedy: "export something that makes the instances, or take `.transient` away")
    }

    func privateExport(_ binding: Binding) -> Fault {
        fault(
            .unsuitableOption, "\(binding) is exported, but is private, so that nobody else may ask for it",
            chain: [Fault.Link(text: "\(binding)", location: binding.location)],
            remedy: "take `.private` or the export away")
    }

    func unusedImport(_ imported: Blueprint.Import) -> Fault {
        let link = Fault.Link(text: "import of \(imported.key)", location: imported.location)
        if let index = level.table.index[imported.key] {
            let binding = level.blueprint.bindings[index]
            return fault(
                .unusedImport,
                "\(imported.key) is imported from \(imported.exporter), but also provided here, which comes first",
                chain: [link, Fault.Link(text: "\(binding)", location: binding.location)],
                remedy: "take one of them away; to wrap what is imported, use `decorate`")
        }
        return fault(
            .unusedImport, "\(imported.key) is imported from \(imported.exporter), but nothing here asks for it",
            chain: [link], remedy: "take the import away, or ask for \(imported.key)")
    }

    func unboundExport(_ export: Blueprint.Export) -> Fault {
        fault(
            .unboundExport, "\(export.key) is exported, but not provided here",
            chain: [Fault.Link(text: "export of \(export.key)", location: export.location)],
            remedy: "provide \(export.key) in this blueprint, or take the export away")
    }

    func unmatchedOverride(_ binding: Binding) -> Fault {
        let provided = level.blueprint.bindings.first { other in
            other.role == .provision && BindingKey(of: other.implementation) == binding.key
        }
        return fault(
            .unmatchedOverride, "an override of \(binding.key) found nothing to replace",
            chain: [Fault.Link(text: "\(binding)", location: binding.location)],
            remedy: provided.map { "override \($0.key): \(binding.key) is provided under that key" }
                ?? "override after the binding was declared, in its blueprint or one around it, by the same key")
    }

    func cycle(_ indices: [Int]) -> Fault {
        let bindings = indices.map { level.blueprint.bindings[$0] }
        let names = (bindings + bindings.prefix(1)).map { "\(BindingKey(of: $0.implementation))" }
        return fault(
            .cycle, "\(names.joined(separator: " → ")) need each other, so that none can be made first",
            chain: bindings.enumerated().map { position, binding in
                let next = bindings[(position + 1) % bindings.count]
                return Fault.Link(text: "\(binding) needs \(next.key)", location: binding.location)
            },
            remedy: "let one of them take Live<…> or Lazy<…> of the next, and ask it when it is used")
    }

    static func duplicateName(_ earlier: Level, _ level: Level) -> Fault {
        let isSession = !earlier.isOwned && !level.isOwned
        return Fault(
            code: .duplicateName, scope: level.path, summary: "two scopes are called \(level.blueprint.name)",
            chain: [earlier, level].map { Fault.Link(text: $0.path, location: $0.blueprint.location) },
            remedy: isSession ? "declare what both give in one session" : "give one of them another name")
    }

    static func siblingCycle(_ dependencies: [SiblingDependency]) -> Fault {
        let names = dependencies.map(\.from.blueprint.name)
        return Fault(
            code: .cycle, scope: dependencies[0].from.path,
            summary: """
                \((names + names.prefix(1)).joined(separator: " → ")) need each other's exports, so that none can be \
                opened first
                """,
            chain: dependencies.map(\.link),
            remedy: "let one of them take Live<…> of what the next exports")
    }
}
