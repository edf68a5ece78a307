extension Blueprint {
    /// A key that is taken from one named scope.
    public struct Import: Sendable {
        /// What is taken.
        public let key: BindingKey
        /// The name of the scope that exports it.
        public let exporter: String
        /// Where the import was declared.
        public let location: BindingLocation
    }

    /// Takes a key from the scope of a name beside this one, whoever else exports it too.
    ///
    /// What scopes beside this one export is found without this, as long as one of them exports it. It is for a
    /// choice among several, and comes before whatever the scopes above provide, but after what this blueprint provides
    /// itself, such as what decorates it. An import that nothing uses is refused (``FaultCode/unusedImport``).
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - exporter: The name of the scope, beside this one or beside one above it.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func `import`<T: Sendable>(
        _ key: T.Type, from exporter: String, file: String = #fileID, line: Int = #line
    ) {
        let location = BindingLocation(file: file, line: line)
        imports.append(Import(key: BindingKey(key), exporter: exporter, location: location))
    }
}
