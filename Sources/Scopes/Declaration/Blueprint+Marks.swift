extension Blueprint {
    /// Adds a mark to the binding of a key, if another binding with this mark requires the key.
    ///
    /// A module that splits blueprints uses this method for an instance that belongs to the outer blueprint only if an outer
    /// instance depends on it.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - mark: The mark, such as that of ``split(by:inner:)``.
    public mutating func markIfRequired<K>(_ key: K.Type, _ mark: BindingMark) {
        let key = BindingKey(key)
        let isRequired = bindings.contains { binding in
            binding.marks.contains(mark) && binding.requirements.contains { $0.key == key }
        }
        guard isRequired else { return }
        for index in bindings.indices where bindings[index].key == key && bindings[index].role == .provision {
            bindings[index].change { $0.marks.insert(mark) }
        }
    }
}
