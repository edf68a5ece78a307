// The verbs for bindings with names, which have no type that these could be asked for by.

extension Blueprint {
    /// Lets scopes beside this one ask for what this blueprint provides under a name.
    ///
    /// See ``export(_:file:line:)``.
    ///
    /// - Parameters:
    ///   - name: The name, which this blueprint must bind.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func export(named name: String, file: String = #fileID, line: Int = #line) {
        let location = BindingLocation(file: file, line: line)
        exports.append(
            Export(key: BindingKey(named: name), location: location, makeCell: { Cell<any Sendable>() }))
    }

    /// Takes a name from the scope of a name beside this one, whoever else exports it too.
    ///
    /// See ``import(_:from:file:line:)``.
    ///
    /// - Parameters:
    ///   - name: What is asked for.
    ///   - exporter: The name of the scope, beside this one or beside one above it.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func `import`(
        named name: String, from exporter: String, file: String = #fileID, line: Int = #line
    ) {
        let location = BindingLocation(file: file, line: line)
        imports.append(Import(key: BindingKey(named: name), exporter: exporter, location: location))
    }

    /// Replaces the binding of the same key by a binding, as the other overrides do.
    ///
    /// - Parameter binding: What takes the place. Where nothing has its key, admission refuses the blueprint
    ///   (``FaultCode/unmatchedOverride``).
    public mutating func override(by binding: Binding) {
        applyOverride(binding)
    }

    /// Wraps what is provided under a binding's key by that binding, as the other decorators do.
    ///
    /// ```swift
    /// let cache = Binding(named: "store", needs: [Need(named: "store")]) { inputs in Cache(base: inputs[0]) }
    /// blueprint.decorate(by: cache)
    /// ```
    ///
    /// - Parameter binding: The decorator. Its first need is what it wraps: an instance of its own key. Anything else is
    ///   a programming error.
    public mutating func decorate(by binding: Binding) {
        precondition(
            binding.needs.first.map { $0.key == binding.key && $0.isPlain } == true,
            "\(binding.location): the first need of a decorator is what it wraps, \(binding.key)")
        applyDecorator(binding)
    }
}
