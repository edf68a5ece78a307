extension Plan {
    /// The slot of the arguments with which the scope is opened.
    var argumentsSlot: Int? {
        blueprint.bindings.first?.role == .arguments ? 0 : nil
    }

    /// Whether a scope of this plan is opened with arguments of a type.
    ///
    /// - Parameter type: The type; `Void` for none.
    /// - Returns: False when it takes other arguments, or none.
    public func takesArguments<Arguments>(_ type: Arguments.Type) -> Bool {
        argumentsSlot == nil ? type == Void.self : compiled.slots[0].binding.key == BindingKey(type)
    }

    func contributionSlots(of key: BindingKey) -> [Int] {
        layout.table.contributions[key] ?? []
    }

    /// The layout of the scope that an address leads to.
    func layout(at address: Address) -> Layout {
        guard address.frame != 0 else { return layout }
        let index = compiled.routes.indices.first { RegionHeader.frame($0) == address.frame }
        guard let index else { preconditionFailure("\(path) has no frame at \(address.frame)") }
        return layout.layout(at: compiled.routes[index])
    }

    /// Checks that a scope may be opened under a parent, without arguments.
    func check(parent: Plan?) throws(OpeningError) {
        if layout.parent !== parent?.layout {
            throw OpeningError(
                scope: path, cause: .wrongParent(expected: layout.parent?.path, actual: parent?.path),
                closing: .nothing(in: path))
        }
        if let slot = argumentsSlot {
            throw OpeningError(
                scope: path, cause: .argumentsMissing(blueprint.bindings[slot].key), closing: .nothing(in: path))
        }
    }

    /// Finds the scopes that this plan imports from, in its order.
    func imports(from siblings: [ScopeCore]) throws(OpeningError) -> [ScopeCore] {
        var found: [ScopeCore] = []
        for layout in layout.imports {
            guard let core = siblings.first(where: { $0.plan.layout === layout }) else {
                throw OpeningError(
                    scope: path, cause: .importMissing(layout.blueprint.name), closing: .nothing(in: path))
            }
            found.append(core)
        }
        return found
    }
}
