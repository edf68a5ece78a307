extension Blueprint {
    /// A key that sibling scopes can request.
    public struct Export: Sendable {
        /// The exported key.
        public let key: BindingKey
        /// The source location of the export.
        public let location: BindingLocation
    }

    /// A key that is imported from a named scope.
    public struct Import: Sendable {
        /// The imported key.
        public let key: BindingKey
        /// The name of the scope that exports the key.
        public let exporter: String
        /// The source location of the import.
        public let location: BindingLocation
    }

    /// Makes a binding of this blueprint visible to sibling scopes.
    ///
    /// A sibling that requires the instance depends on this scope: it opens later and closes earlier. If this blueprint is
    /// nested in another one, siblings of the outer scope can only require `Live<T>`, because the nested scope may be
    /// replaced while they are open.
    ///
    /// The owner of a scope needs no export: see ``Scope/instance(of:)``.
    ///
    /// - Parameters:
    ///   - key: The type, which this blueprint must bind; otherwise validation rejects it (``DiagnosticCode/unboundExport``).
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func export<T: Sendable>(_ key: T.Type, file: String = #fileID, line: Int = #line) {
        exports.append(Export(key: BindingKey(key), location: BindingLocation(file: file, line: line)))
    }

    /// Imports a key from the sibling scope with a name, even if other siblings also export the key.
    ///
    /// A key that exactly one sibling exports needs no import. An import takes precedence over the bindings of the scopes
    /// above, but not over the bindings of this blueprint, such as its decorators. An import that nothing uses is rejected
    /// (``DiagnosticCode/unusedImport``).
    ///
    /// - Parameters:
    ///   - key: The type that is imported.
    ///   - exporter: The name of a sibling of this scope or of an ancestor.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func `import`<T: Sendable>(
        _ key: T.Type, from exporter: String, file: String = #fileID, line: Int = #line
    ) {
        let location = BindingLocation(file: file, line: line)
        imports.append(Import(key: BindingKey(key), exporter: exporter, location: location))
    }
}
