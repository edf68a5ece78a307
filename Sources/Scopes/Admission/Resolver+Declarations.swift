extension Resolver {
    /// Checks what can be seen from a blueprint's declarations alone.
    mutating func checkDeclarations(of level: Level, _ writer: FaultWriter) {
        for (index, earlier) in level.table.duplicates {
            faults.append(writer.duplicate(index, earlier))
        }
        for export in level.blueprint.exports {
            guard let index = level.table.index[export.key] else {
                faults.append(writer.unboundExport(export))
                continue
            }
            let binding = level.blueprint.bindings[index]
            if binding.isTransient { faults.append(writer.transientExport(binding)) }
            if binding.isPrivate { faults.append(writer.privateExport(binding)) }
        }
        for binding in level.blueprint.unmatchedOverrides {
            faults.append(writer.unmatchedOverride(binding))
        }
        // Scenes are told apart by their types.
        checkNames(of: level.nested.filter { !$0.isScene })
    }

    /// Checks what can be seen from a binding alone.
    mutating func check(_ binding: Binding, _ writer: FaultWriter) {
        if let flaw = binding.flaw {
            switch flaw {
            case .unnamedNeed: faults.append(writer.unnamedNeed(of: binding, flaw))
            case _ where binding.role == .arguments: faults.append(writer.unusableArguments(binding))
            default: faults.append(writer.unusableKey(of: binding, flaw))
            }
        }
        guard binding.isLazy || binding.isTransient else { return }
        if binding.role == .contribution { faults.append(writer.contributionOption(binding)) }
        if binding.isLazy, binding.isTransient { faults.append(writer.lazyTransient(binding)) }
    }

    /// Checks that every import was used, after everything in the scope has been resolved.
    mutating func checkImports(of level: Level) {
        for imported in level.blueprint.imports {
            let isFirst = level.table.imports[imported.key]?.location == imported.location
            if isFirst, level.usedImports.contains(imported.key) { continue }
            faults.append(
                FaultWriter(level, exports: exports, suggestions: suggestions).unusedImport(imported))
        }
    }

    /// Checks that scopes under one parent can be told apart.
    mutating func checkNames(of levels: [Level]) {
        var seen: [String: Level] = [:]
        for level in levels {
            if let earlier = seen[level.blueprint.name] {
                faults.append(FaultWriter.duplicateName(earlier, level))
            } else {
                seen[level.blueprint.name] = level
            }
        }
    }
}
