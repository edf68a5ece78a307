extension CompiledPlan {
    /// What a slot is for.
    struct Slot: Sendable {
        let binding: Binding
        /// Where it is in the region.
        let offset: Int

        /// How the instance lies in it.
        var shape: SlotShape { binding.shape }
    }

    /// The slots of a plan: one for each binding, then those of transient instances.
    struct Slots: Sendable {
        private struct Place: Sendable {
            let offset: Int32
            var position: Int32
        }

        private let bindings: [Binding]
        private var transients: [Binding] = []
        private var places: FlatList<Place>

        /// The slots of a scope's own bindings.
        init(of layout: Layout) {
            bindings = layout.blueprint.bindings
            places = FlatList(in: layout.arena, capacity: bindings.count)
            for offset in layout.offsets { places.append(Place(offset: offset, position: .max)) }
        }

        /// Appends a slot for a transient instance.
        ///
        /// Returns its number.
        mutating func append(_ binding: Binding, at offset: Int) -> Int {
            transients.append(binding)
            places.append(Place(offset: Int32(offset), position: .max))
            return places.count - 1
        }

        subscript(_ slot: Int) -> Slot {
            Slot(
                binding: slot < bindings.count ? bindings[slot] : transients[slot - bindings.count],
                offset: offset(of: slot))
        }

        /// Where a slot is in the region.
        func offset(of slot: Int) -> Int {
            Int(places[slot].offset)
        }

        /// A slot's place in the order, or `Int32.max` when it is filled beside that.
        func position(of slot: Int) -> Int32 {
            places[slot].position
        }

        mutating func setPosition(_ position: Int, of slot: Int) {
            places[slot].position = Int32(position)
        }

        /// The bytes that a number of them take.
        static func size(count: Int) -> Int {
            count * MemoryLayout<Place>.stride + 8
        }
    }
}
