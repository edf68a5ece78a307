extension Binding {
    /// What a binding is.
    struct Fields: Sendable {
        var key: BindingKey
        var implementation: any Any.Type
        var needs: [Need]
        var location: BindingLocation
        var role: Role
        var isLazy: Bool
        var isTransient: Bool
        var isPrivate: Bool
        var marks: Set<BindingMark>
        var closingTimeLimit: Duration?
        var buildingTimeLimit: Duration?
        let shape: SlotShape
        var recipe: Recipe
        var uses: [DependencyTypes.Use]
        /// What is wrong with the key, if something is.
        var flaw: Flaw?
    }

    /// What admission looks at: what fits into as much memory as a processor fetches at once.
    struct Outline: Sendable {
        let needs: [Need]
        let key: BindingKey
        let extent: SlotShape.Extent
        let role: Role
        let flaw: Flaw?
        private let traits: Traits

        var isLazy: Bool { traits.contains(.lazy) }
        var isTransient: Bool { traits.contains(.transient) }
        var isPrivate: Bool { traits.contains(.private) }
        var hasOnlyPlainNeeds: Bool { traits.contains(.hasOnlyPlainNeeds) }
        var isMadeByName: Bool { traits.contains(.madeByName) }

        private struct Traits: OptionSet {
            let rawValue: UInt8

            static let lazy = Traits(rawValue: 1)
            static let transient = Traits(rawValue: 2)
            static let `private` = Traits(rawValue: 4)
            static let hasOnlyPlainNeeds = Traits(rawValue: 8)
            static let madeByName = Traits(rawValue: 16)
        }

        init(of fields: Fields) {
            key = fields.key
            needs = fields.needs
            extent = fields.shape.extent
            role = fields.role
            flaw = fields.flaw
            var traits: Traits = []
            if fields.isLazy { traits.insert(.lazy) }
            if fields.isTransient { traits.insert(.transient) }
            if fields.isPrivate { traits.insert(.private) }
            if fields.needs.allSatisfy(\.isPlain) {
                traits.insert(.hasOnlyPlainNeeds)
                if case .named = fields.recipe, fields.uses.isEmpty { traits.insert(.madeByName) }
            }
            self.traits = traits
        }
    }
}
